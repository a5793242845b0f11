import type { Config } from '../config/config';
import type { SitePage } from './site-build';

type Directives = Record<string, string[]>;

const self = "'self'";
const none = "'none'";

const written = (directives: Directives) =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');

/** JSON is never a document. */
export const apiPolicy = written({ 'default-src': [none], 'frame-ancestors': [none] });

const closed: Directives = {
  'default-src': [none],
  'base-uri': [none],
  'object-src': [none],
  'frame-ancestors': [none],
  'manifest-src': [self],
};

/** What checkout loads (Razorpay's documentation, "Content Security Policy"), or the sandbox's origins. */
export function checkoutSources({ paymentAccount: razorpay }: Config) {
  const script = new URL(razorpay.checkoutUrl).origin;
  const both = [...new Set([script, new URL(razorpay.apiUrl).origin])];
  // Browsers use the public host, whichever host this server calls.
  const api = 'https://api.razorpay.com';
  if (script !== 'https://checkout.razorpay.com')
    return { script: [script], frame: both, connect: both, image: [script], form: both };
  return {
    script: [script, 'https://cdn.razorpay.com'],
    frame: [api, script],
    connect: [api, 'https://lumberjack.razorpay.com', 'https://lumberjack-metrics.razorpay.com'],
    image: ['https://cdn.razorpay.com'],
    form: [api],
  };
}

/** Content pages. The only third party is the home page's script, where one is configured. */
export function contentPolicy({ homeScriptUrl }: Config, { scriptHashes, styleHashes }: SitePage): string {
  const homeScript = homeScriptUrl ? [new URL(homeScriptUrl).origin] : [];
  return written({
    ...closed,
    'script-src': [self, ...scriptHashes, ...homeScript],
    'style-src': [self, ...styleHashes],
    'img-src': [self, 'data:', ...homeScript],
    'font-src': [self],
    'connect-src': [self, ...homeScript],
    // Without script, the contact form opens the mail client.
    'form-action': [self, 'mailto:'],
  });
}

/**
 * The application's pages share one policy, because navigation between them loads no new document. Checkout writes
 * inline styles; a hash next to `unsafe-inline` would switch that off.
 */
export function applicationPolicy(config: Config, { scriptHashes }: SitePage): string {
  const checkout = checkoutSources(config);
  return written({
    ...closed,
    'script-src': [self, ...scriptHashes, ...checkout.script],
    'style-src': [self, "'unsafe-inline'"],
    'img-src': [self, 'data:', ...checkout.image],
    'font-src': [self],
    'connect-src': [self, ...checkout.connect],
    'frame-src': checkout.frame,
    'form-action': [self, ...checkout.form],
  });
}

/** Application pages that load nothing from other origins. They are left by a new document. */
const closedPolicy = (scriptHashes: string[], inlineStyles: string[]): string =>
  written({
    ...closed,
    'script-src': [self, ...scriptHashes],
    'style-src': [self, ...inlineStyles],
    'img-src': [self, 'data:'],
    'font-src': [self],
    'connect-src': [self],
    'form-action': [self],
  });

/** Pages that get a token from a mail. */
export const mailLinkPolicy = (_: Config, { scriptHashes }: SitePage) =>
  closedPolicy(scriptHashes, ["'unsafe-inline'"]);

export const staffPolicy = (_: Config, { scriptHashes, styleHashes }: SitePage) =>
  closedPolicy(scriptHashes, styleHashes);
