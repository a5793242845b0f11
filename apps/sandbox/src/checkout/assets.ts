import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const FOLDER = join(__dirname, '..', '..', 'public', 'checkout');
const TYPES = { js: 'text/javascript', css: 'text/css', html: 'text/html' } as const;

/** Address below `/v1`, file, name for scripted faults. */
const ASSETS = [
  ['/checkout.js', 'checkout.js', 'checkoutScript'],
  ['/checkout/form', 'form.html', 'checkoutForm'],
  ['/checkout/form.css', 'form.css', 'checkoutAsset'],
  ['/checkout/form.js', 'form.js', 'checkoutAsset'],
  ['/checkout/fields.js', 'fields.js', 'checkoutAsset'],
  ['/checkout/host-page.js', 'host-page.js', 'checkoutAsset'],
  ['/checkout/screens.js', 'screens.js', 'checkoutAsset'],
] as const;

/**
 * The form runs in a frame of any page, with a policy of its own. It is small and changes with the sandbox, so it is
 * never cached.
 */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

export async function checkoutAssets(app: FastifyInstance) {
  for (const [address, file, operation] of ASSETS) {
    const text = readFileSync(join(FOLDER, file));
    const type = `${TYPES[file.split('.').pop() as keyof typeof TYPES]}; charset=utf-8`;
    app.get(address, { config: { operation } }, async (_request, reply) =>
      reply.headers(HEADERS).type(type).send(text),
    );
  }
}
