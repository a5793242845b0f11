import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkedConfig } from './checks';
import { type Config, type IdentityProvider, projectRoot, type Razorpay } from './config';
import { loadJwtSecret } from './jwt-secret';
import { type Environment, Reader } from './reader';
import { sandbox } from './sandbox-parties';

/** Reads `.env` in the project's root, where there is one; what the environment has already wins. */
function environment(): Environment {
  const file = join(projectRoot, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return process.env;
}

const readDatabase = (read: Reader) => ({
  databaseUrl: read.text('DATABASE_URL', ''),
  dataDir: resolve(projectRoot, read.text('DATA_DIR', '.data')),
});

function readRazorpay(read: Reader): Razorpay {
  const own = read.text('RAZORPAY_KEY_ID', '') !== '';
  const fallback = own
    ? { ...sandbox.razorpay(read), keyId: '', keySecret: '', webhookSecret: '', ...sandbox.realAddresses }
    : sandbox.razorpay(read);
  return {
    keyId: read.text('RAZORPAY_KEY_ID', fallback.keyId),
    keySecret: read.text('RAZORPAY_KEY_SECRET', fallback.keySecret),
    webhookSecret: read.text('RAZORPAY_WEBHOOK_SECRET', fallback.webhookSecret),
    apiUrl: read.url('RAZORPAY_API_URL', fallback.apiUrl).replace(/\/v1$/, ''),
    checkoutUrl: read.url('RAZORPAY_CHECKOUT_URL', fallback.checkoutUrl),
  };
}

function readIdentityProvider(read: Reader, production: boolean): IdentityProvider | null {
  const fallback = sandbox.identityProvider(read);
  const issuer = read.text('IDP_ISSUER', production ? '' : fallback.issuer);
  if (!issuer) return null;
  return {
    issuer,
    clientId: read.text('IDP_CLIENT_ID', fallback.clientId),
    audience: read.text('IDP_AUDIENCE', fallback.audience),
    jwksUrl: read.url('IDP_JWKS_URL', `${issuer.replace(/\/$/, '')}/.well-known/jwks.json`),
  };
}

/** @throws Error that names every bad key at once. */
export function loadConfig(env: Environment = environment()): Config {
  const read = new Reader(env);
  const production = read.choice('NODE_ENV', ['development', 'test', 'production']) === 'production';
  const port = read.integer('PORT', 3000, 0, 65_535);
  const database = readDatabase(read);
  const config: Config = {
    ...database,
    production,
    port,
    publicUrl: read.origin('PUBLIC_URL', `http://localhost:${port}`),
    jwtSecret: read.text('JWT_SECRET', '') || (production ? '' : loadJwtSecret(database.dataDir)),
    tokenTtlMinutes: read.integer('TOKEN_TTL_MINUTES', 60, 1, 44_640),
    razorpay: readRazorpay(read),
    identityProvider: readIdentityProvider(read, production),
    throttle: read.choice('THROTTLE', ['on', 'off']) !== 'off',
    contactEmail: read.text('CONTACT_EMAIL', 'hello@novacore.example'),
    homeScriptUrl: read.url('HOME_SCRIPT_URL', ''),
    passwordMinLength: read.integer('PASSWORD_MIN_LENGTH', 8, 8, 128),
    trustProxy: read.networks('TRUST_PROXY'),
    logLevel: read.choice('LOG_LEVEL', ['info', 'fatal', 'error', 'warn', 'debug', 'trace', 'silent']),
    checkReplies: read.choice('CHECK_REPLIES', production ? ['off', 'on'] : ['on', 'off']) === 'on',
  };
  return checkedConfig(config, read);
}
