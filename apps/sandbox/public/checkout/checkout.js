/**
 * The sandbox's checkout script, with the provider's interface (razorpay.com/docs: "Standard Checkout"). It shows the
 * form in a frame of the sandbox's origin and communicates by messages. Styles are set through CSSOM, so that the
 * script works under a content security policy without 'unsafe-inline'.
 */
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const FORWARDED = 'key amount currency name description image order_id prefill notes theme modal retry config'.split(
    ' ',
  );

  class Razorpay {
    constructor(options) {
      if (!options?.key) throw new Error('No key passed');
      if (!options.order_id) throw new Error('The sandbox needs an order_id');
      this.options = options;
      this.listeners = new Map();
      this.dialog = null;
      this.onMessage = this.onMessage.bind(this);
    }

    on(event, listener) {
      this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
      return this;
    }

    off(event) {
      this.listeners.delete(event);
      return this;
    }

    open() {
      if (this.dialog) return this;
      this.pageOverflow = document.documentElement.style.overflow;
      document.documentElement.style.overflow = 'hidden';
      this.dialog = makeDialog();
      this.frame = makeFrame();
      this.dialog.append(this.frame);
      // Escape was pressed outside the frame. A loaded form decides what happens, otherwise checkout closes.
      this.dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        if (this.ready) this.send('leave');
        else this.dismiss();
      });
      this.dialog.addEventListener('close', () => this.dismiss());
      window.addEventListener('message', this.onMessage);
      document.body.append(this.dialog);
      this.dialog.showModal();
      return this;
    }

    /** Closes checkout without calling `modal.ondismiss`. */
    close() {
      const { dialog } = this;
      if (!dialog) return;
      this.dialog = null;
      this.ready = false;
      window.removeEventListener('message', this.onMessage);
      dialog.close();
      dialog.remove();
      document.documentElement.style.overflow = this.pageOverflow;
    }

    dismiss() {
      if (!this.dialog) return;
      this.close();
      this.options.modal?.ondismiss?.();
    }

    send(type, data) {
      this.frame.contentWindow.postMessage({ from: 'razorpay-sandbox', type, data }, origin);
    }

    onMessage({ source, origin: sender, data }) {
      if (sender !== origin || source !== this.frame.contentWindow || data?.from !== 'razorpay-sandbox') return;
      if (data.type === 'ready') this.start();
      if (data.type === 'success') this.succeed(data.data);
      if (data.type === 'failed') this.fail(data.data);
      if (data.type === 'dismiss') this.dismiss();
    }

    start() {
      this.ready = true;
      const names = FORWARDED.filter((name) => this.options[name] !== undefined);
      // Copied through JSON, because handlers in the options cannot be cloned.
      const options = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, this.options[name]]))));
      this.send('options', { ...options, scheme: pageScheme() });
      this.frame.focus();
    }

    succeed(result) {
      this.close();
      const { handler, callback_url, redirect } = this.options;
      if (callback_url && (redirect || !handler)) postTo(callback_url, result);
      else handler?.(result);
    }

    fail(error) {
      for (const listener of this.listeners.get('payment.failed') ?? []) listener({ error });
      if (!this.options.redirect || !this.options.callback_url) return;
      const { metadata, ...fields } = error;
      const named = Object.entries({ ...fields, metadata: JSON.stringify(metadata) });
      postTo(this.options.callback_url, Object.fromEntries(named.map(([name, value]) => [`error[${name}]`, value])));
    }
  }

  /** A modal dialog: above everything else, and the rest of the page is inert. */
  function makeDialog() {
    const dialog = document.createElement('dialog');
    dialog.className = 'razorpay-container';
    const fill = { position: 'fixed', inset: '0', width: '100%', height: '100%', maxWidth: 'none', maxHeight: 'none' };
    Object.assign(dialog.style, { ...fill, margin: '0', padding: '0', border: '0', background: 'transparent' });
    return dialog;
  }

  /** A frame is transparent only if it has the same colour scheme as its document. Both use light; the form sets its own colours. */
  function makeFrame() {
    const frame = document.createElement('iframe');
    frame.className = 'razorpay-checkout-frame';
    frame.title = 'Checkout';
    frame.src = `${origin}/v1/checkout/form?page=${encodeURIComponent(location.origin)}`;
    const look = { width: '100%', height: '100%', border: '0', display: 'block', colorScheme: 'light' };
    Object.assign(frame.style, { ...look, background: 'transparent' });
    return frame;
  }

  /** The page's colour scheme, or the user's preference if the page supports both. */
  function pageScheme() {
    const styled = getComputedStyle(document.documentElement).colorScheme;
    const named = styled === 'normal' ? document.querySelector('meta[name=color-scheme]')?.content : styled;
    const schemes = (named ?? '').split(' ');
    if (!schemes.includes('dark')) return 'light';
    if (!schemes.includes('light')) return 'dark';
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }

  function postTo(address, fields) {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = address;
    for (const [name, value] of Object.entries(fields)) {
      const input = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }

  window.Razorpay = Razorpay;
})();
