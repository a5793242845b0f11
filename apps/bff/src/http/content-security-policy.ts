import type { Config } from '../config/config';
import type { SitePage } from './site-build';

type Directives = Record<string, string[]>;

const self = "'self'";
const none = "'none'";

const written = (directives: Directives) =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');

export const apiPolicy = written({ 'default-src': [none], 'frame-ancestors': [none] });

const closed: Directives = {
  'default-src': [none],
  'base-uri': [none],
  'object-src': [none],
  'frame-ancestors': [none],
  'manifest-src': [self],
};

/** Origins that checkout needs (Razorpay's documentation, "Content Security Policy"), or those of the sandbox. */
export function checkoutSources({ paymentAccount: razorpay }: Config) {
  const script = new URL(razorpay.checkoutUrl).origin;
  const both = [...new Set([script, new URL(razorpay.apiUrl).origin])];
  // Browsers use the public host, even if this server calls another.
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

/** The configured script of the home page is the only third party. */
export function contentPolicy({ homeScriptUrl }: Config, { scriptHashes, styleHashes }: SitePage): string {
  const homeScript = homeScriptUrl ? [new URL(homeScriptUrl).origin] : [];
  return written({
    ...closed,
    'script-src': [self, ...scriptHashes, ...homeScript],
    'style-src': [self, ...styleHashes],
    'img-src': [self, 'data:', ...homeScript],
    'font-src': [self],
    'connect-src': [self, ...homeScript],
    // Without JavaScript, the contact form opens the mail client.
    'form-action': [self, 'mailto:'],
  });
}

/**
 * Application pages share one policy, because navigation between them loads no new document. Checkout writes inline
 * styles, and a hash would turn off `unsafe-inline`.
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

/** For pages that load nothing from other origins. Links from them load a new document. */
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

/** For pages that get a token from an email. */
export const mailLinkPolicy = (_: Config, { scriptHashes }: SitePage) =>
  closedPolicy(scriptHashes, ["'unsafe-inline'"]);

export const staffPolicy = (_: Config, { scriptHashes, styleHashes }: SitePage) =>
  closedPolicy(scriptHashes, styleHashes);
