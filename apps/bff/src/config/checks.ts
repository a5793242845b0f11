import type { Config } from './config';
import type { Reader } from './reader';
import { sandbox } from './sandbox-parties';

export const isLocal = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

function checkKeys({ jwtSecret, razorpay }: Config, faults: string[]) {
  if (jwtSecret && Buffer.byteLength(jwtSecret) < 32) faults.push('JWT_SECRET must have at least 32 bytes');
  if (!razorpay.keySecret) faults.push('RAZORPAY_KEY_SECRET must be set together with RAZORPAY_KEY_ID');
}

/** In any letter case: what moves real money is not to be mistaken for a trial. */
const isLive = (keyId: string) => /^rzp_live_/i.test(keyId);

export const shortestSecret = 16;

function checkLive({ production, publicUrl, razorpay }: Config, faults: string[]) {
  const { apiUrl, checkoutUrl } = sandbox.realAddresses;
  const secrets = { RAZORPAY_KEY_SECRET: razorpay.keySecret, RAZORPAY_WEBHOOK_SECRET: razorpay.webhookSecret };
  if (!production) faults.push('NODE_ENV must be production with a live key');
  if (!publicUrl.startsWith('https:')) faults.push('PUBLIC_URL must be https with a live key');
  for (const [key, secret] of Object.entries(secrets))
    if (secret.length < shortestSecret)
      faults.push(`${key} must have at least ${shortestSecret} characters with a live key`);
  if (razorpay.apiUrl !== apiUrl) faults.push('RAZORPAY_API_URL must not be set with a live key');
  if (razorpay.checkoutUrl !== checkoutUrl) faults.push('RAZORPAY_CHECKOUT_URL must not be set with a live key');
}

function checkIdentityProvider({ identityProvider, production }: Config, faults: string[]) {
  if (!identityProvider) return;
  const { audience, clientId, jwksUrl } = identityProvider;
  // An id token is for the client id: with one name for both it would pass as an access token.
  if (audience === clientId) faults.push('IDP_AUDIENCE must differ from IDP_CLIENT_ID');
  if (production && !jwksUrl.startsWith('https:')) faults.push('IDP_JWKS_URL must be https in production');
}

function checkHomeScript({ homeScriptUrl }: Config, faults: string[]) {
  if (!homeScriptUrl || homeScriptUrl.startsWith('https:') || isLocal(homeScriptUrl)) return;
  faults.push('HOME_SCRIPT_URL must be https: whoever is on the way would write the home page');
}

function checkProduction({ databaseUrl, jwtSecret, razorpay, throttle }: Config, faults: string[]) {
  if (!databaseUrl) faults.push('DATABASE_URL must be set in production');
  if (!jwtSecret) faults.push('JWT_SECRET must be set in production');
  const { keyId, keySecret, webhookSecret } = razorpay;
  if (!keyId || keyId === sandbox.keyId) faults.push('RAZORPAY_KEY_ID must be your own in production');
  if (keySecret === sandbox.keySecret) faults.push('RAZORPAY_KEY_SECRET must be your own in production');
  if (!webhookSecret || webhookSecret === sandbox.webhookSecret)
    faults.push('RAZORPAY_WEBHOOK_SECRET must be your own in production');
  if (!throttle) faults.push('THROTTLE=off is for load tests, not for production');
}

/** @returns `config` unchanged. @throws Error that names every bad key at once. */
export function checkedConfig(config: Config, { faults }: Reader): Config {
  checkKeys(config, faults);
  if (isLive(config.razorpay.keyId)) checkLive(config, faults);
  checkIdentityProvider(config, faults);
  checkHomeScript(config, faults);
  if (config.production) checkProduction(config, faults);
  if (faults.length) throw new Error(`The configuration does not hold:\n  ${faults.join('\n  ')}`);
  return config;
}
