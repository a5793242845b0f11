import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { defaults } from '@novacore/shared/settings';
import { projectRoot } from '../project-root';
import type { Config, IdentityProvider, PaymentAccount } from './config';
import { configFaults } from './config-rules';
import { type Env, parseEnv } from './env';
import { razorpayAddresses, sandboxDefaults } from './sandbox-defaults';

const exampleOperatorFile = join(projectRoot, 'apps/web/operator.example.json');

/** A kernel without IPv6 refuses `::`. */
const anyAddress = () =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'))
    ? '::'
    : '0.0.0.0';

/**
 * Creates the signing key for tokens once, and stores it in `dataDir`.
 * @throws Error if other users have access to the file, or if it is too short
 */
function storedJwtSecret(dataDir: string): string {
  const file = join(dataDir, 'jwt-secret');
  const complete = `${file}.${randomUUID()}`;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!lstatSync(file, { throwIfNoEntry: false })) {
    writeFileSync(complete, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
    try {
      linkSync(complete, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(complete);
    }
  }
  const found = lstatSync(file);
  if (!found.isFile() || found.uid !== process.getuid?.() || found.mode & 0o077 || found.size < 32)
    throw new Error(
      `${file} must be a file of this user, with mode 600 and at least 32 bytes. Run this as the owner of the folder, set JWT_SECRET, or delete the file, which logs everyone out.`,
    );
  return readFileSync(file, 'utf8');
}

/** Uses the sandbox if `RAZORPAY_KEY_ID` is empty. */
function paymentAccount(env: Env): PaymentAccount {
  const sandbox = sandboxDefaults(env.SANDBOX_PORT).razorpay;
  const own = { keyId: env.RAZORPAY_KEY_ID, keySecret: '', webhookSecret: '', ...razorpayAddresses };
  const fallback = env.RAZORPAY_KEY_ID ? own : sandbox;
  return {
    keyId: fallback.keyId,
    keySecret: env.RAZORPAY_KEY_SECRET || fallback.keySecret,
    webhookSecret: env.RAZORPAY_WEBHOOK_SECRET || fallback.webhookSecret,
    previousKeySecret: env.RAZORPAY_KEY_SECRET_PREVIOUS,
    previousWebhookSecret: env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
    apiUrl: (env.RAZORPAY_API_URL ?? fallback.apiUrl).replace(/\/v1$/, ''),
    checkoutUrl: env.RAZORPAY_CHECKOUT_URL ?? fallback.checkoutUrl,
  };
}

/** Without an issuer, production has no social login. Other environments use the sandbox. */
function identityProvider(env: Env): IdentityProvider | null {
  const sandbox = sandboxDefaults(env.SANDBOX_PORT).identityProvider;
  const issuer = env.IDP_ISSUER || (env.NODE_ENV === 'production' ? '' : sandbox.issuer);
  if (!issuer) return null;
  return {
    issuer,
    clientId: env.IDP_CLIENT_ID ?? sandbox.clientId,
    audience: env.IDP_AUDIENCE ?? sandbox.audience,
    jwksUrl: env.IDP_JWKS_URL ?? `${issuer.replace(/\/$/, '')}/.well-known/jwks.json`,
  };
}

/** Production has no defaults. */
function mail(env: Env): Pick<Config, 'smtpUrl' | 'mailFrom' | 'operatorEmail'> {
  const { smtpUrl, mailFrom, operatorEmail } = sandboxDefaults(env.SANDBOX_PORT, env.SANDBOX_SMTP_PORT).mail;
  const isProduction = env.NODE_ENV === 'production';
  return {
    smtpUrl: env.SMTP_URL ?? (isProduction ? '' : smtpUrl),
    mailFrom: env.MAIL_FROM ?? (isProduction ? '' : mailFrom),
    operatorEmail: env.OPERATOR_EMAIL ?? (isProduction ? '' : operatorEmail),
  };
}

function toConfig(env: Env): Config {
  const production = env.NODE_ENV === 'production';
  return {
    production,
    port: env.PORT,
    host: env.HOST ?? (production ? anyAddress() : 'localhost'),
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST ?? env.HOST ?? '127.0.0.1',
    drainSeconds: env.DRAIN_SECONDS ?? (production ? 2 : 0),
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL || env.DATABASE_URL,
    databasePool: env.DB_POOL,
    dataDir: resolve(projectRoot, env.DATA_DIR),
    jwtSecret: env.JWT_SECRET,
    jwtSecretPrevious: env.JWT_SECRET_PREVIOUS,
    tokenTtlMinutes: env.TOKEN_TTL_MINUTES,
    paymentAccount: paymentAccount(env),
    identityProvider: identityProvider(env),
    ...mail(env),
    mailAnswerSeconds: env.MAIL_ANSWER_SECONDS,
    throttle: env.THROTTLE === 'on',
    contactEmail: env.CONTACT_EMAIL,
    homeScriptUrl: env.HOME_SCRIPT_URL ?? '',
    paymentPurpose: env.PAYMENT_PURPOSE ?? (production ? '' : defaults.PAYMENT_PURPOSE),
    operatorFile: env.OPERATOR_FILE ? resolve(projectRoot, env.OPERATOR_FILE) : production ? '' : exampleOperatorFile,
    logRetentionDays: env.LOG_RETENTION_DAYS,
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    lightHashing: env.PASSWORD_HASHING === 'light',
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'on',
    checkReplies: env.CHECK_REPLIES ? env.CHECK_REPLIES === 'on' : !production,
  };
}

/** Finds the key in `PORT must be …` or `.env, line 1: PORT has …`. */
const keyOf = (fault: string) => /\b[A-Z][A-Z\d_]+\b/.exec(fault)?.[0];

/** @throws Error that names all bad keys, without secrets */
export function loadConfig(source?: Record<string, string | undefined>): Config {
  // Node tries each address of a host for only 250 ms, which is too short for another continent.
  setDefaultAutoSelectFamilyAttemptTimeout(1_000);
  const { env, faults } = parseEnv(source);
  const config = toConfig(env);
  // An unreadable value has a fault already, so we do not report it as missing.
  const unread = new Set(faults.map(keyOf));
  const all = [...faults, ...configFaults(config).filter((fault) => !unread.has(keyOf(fault)))];
  if (all.length) throw new Error(`Invalid configuration:\n  ${all.join('\n  ')}`);
  return { ...config, jwtSecret: config.jwtSecret || storedJwtSecret(config.dataDir) };
}
