/**
 * The sandbox's checkout script, with the interface of the provider's own (razorpay.com/docs: "Standard Checkout").
 * It puts the form into a frame of the sandbox's origin and talks to it by messages. All styles are set through
 * CSSOM, so that it works under a content security policy without 'unsafe-inline'.
 */
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const FORWARDED = 'key amount currency name description image order_id prefill notes theme modal retry'.split(' ');

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
      // Escape outside the frame: a form that has loaded decides, another one just goes.
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

    /** Takes the form away without calling `modal.ondismiss`. */
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
      const given = FORWARDED.filter((name) => this.options[name] !== undefined);
      // Through JSON, because handlers among the options cannot be cloned.
      const options = JSON.parse(JSON.stringify(Object.fromEntries(given.map((name) => [name, this.options[name]]))));
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

  /** The top layer lies above everything, and what is under it is inert. */
  function makeDialog() {
    const dialog = document.createElement('dialog');
    dialog.className = 'razorpay-container';
    const fill = { position: 'fixed', inset: '0', width: '100%', height: '100%', maxWidth: 'none', maxHeight: 'none' };
    Object.assign(dialog.style, { ...fill, margin: '0', padding: '0', border: '0', background: 'transparent' });
    return dialog;
  }

  /** A frame is see-through only where its colour scheme is its document's: both are light, the form paints its own. */
  function makeFrame() {
    const frame = document.createElement('iframe');
    frame.className = 'razorpay-checkout-frame';
    frame.title = 'Checkout';
    frame.src = `${origin}/v1/checkout/form?page=${encodeURIComponent(location.origin)}`;
    const look = { width: '100%', height: '100%', border: '0', display: 'block', colorScheme: 'light' };
    Object.assign(frame.style, { ...look, background: 'transparent' });
    return frame;
  }

  /** Dark where the page is dark: its colour scheme, or the reader's wish where the page follows it. */
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
