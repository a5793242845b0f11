import type { FastifyInstance } from 'fastify';
import type { Credentials } from '../credentials';
import { fieldsOf } from '../razorpay/input';
import { sign } from '../razorpay/signature';
import { type Html, html, sendTool } from './page';

const PATH = '/signature';

/** Shows how both of the provider's signatures are computed. */
export function signaturePage({ keySecret, webhookSecret }: Credentials) {
  return async (app: FastifyInstance) => {
    app.get(PATH, async ({ query }, reply) => {
      const fields = fieldsOf(query);
      const text = (name: string, otherwise = '') => String(fields[name] ?? otherwise).trim();
      const body = html`<h1>Signatures</h1>
<p class="notice">HMAC-SHA256, in lowercase hexadecimal digits. What you type stays on this machine.</p>
${payment(text('order'), text('payment'), text('secret', keySecret), text('given'))}
${webhook(String(fields.body ?? ''), text('webhookSecret', webhookSecret), text('webhookGiven'))}`;
      return sendTool(reply, PATH, 'Signatures', body);
    });
  };
}

function field(label: string, name: string, value: string): Html {
  return html`<p class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value}" autocomplete="off"></p>`;
}

function payment(order: string, paymentId: string, secret: string, given: string): Html {
  const steps =
    order && paymentId
      ? html`<ol class="steps">
<li>Join the order id <b>that your server stored</b>, a bar and the payment id:<pre>${order}|${paymentId}</pre></li>
<li>Sign this text with the <b>key secret</b>:<pre>${secret}</pre></li>
${result(`${order}|${paymentId}`, secret, given, 'razorpay_signature')}</ol>`
      : '';
  return html`<section><h2>After checkout</h2><form action="${PATH}">
${field('Order id', 'order', order)}${field('Payment id', 'payment', paymentId)}${field('Key secret', 'secret', secret)}
${field('Signature to check (optional)', 'given', given)}<button class="main">Compute</button></form>${steps}</section>`;
}

function webhook(body: string, secret: string, given: string): Html {
  return html`<section><h2>Of a webhook</h2><form action="${PATH}">
<p class="field"><label for="body">Body, exactly as it arrived</label><textarea id="body" name="body" rows="5">${body}</textarea></p>
${field('Webhook secret', 'webhookSecret', secret)}
${field('Signature to check (optional)', 'webhookGiven', given)}<button class="main">Compute</button></form>
${body ? webhookSteps(body, secret, given) : ''}</section>`;
}

export function webhookSteps(body: string, secret: string, given: string): Html {
  return html`<ol class="steps">
<li>Take the <b>bytes of the body</b> before you parse them (${Buffer.byteLength(body)} bytes):<pre>${body}</pre></li>
<li>Sign them with the <b>webhook secret</b>, which is not the key secret:<pre>${secret}</pre></li>
${result(body, secret, given, 'X-Razorpay-Signature')}</ol>`;
}

function result(text: string, secret: string, given: string, name: string): Html {
  const signature = sign(text, secret);
  const verdict =
    given === ''
      ? html`Compare it with <code>${name}</code> in constant time, such as <code>crypto.timingSafeEqual</code>.`
      : given === signature
        ? html`<b>The given signature is genuine.</b>`
        : html`<b>The given signature is wrong:</b> ${difference(given, signature)}`;
  return html`<li>The result:<pre>${signature}</pre></li><li>${verdict}</li>`;
}

function difference(given: string, signature: string): string {
  if (given.length !== signature.length) return `it has ${given.length} characters, not ${signature.length}.`;
  const at = [...given].findIndex((character, index) => character !== signature[index]);
  return `character ${at + 1} is ${given[at]}, not ${signature[at]}.`;
}
