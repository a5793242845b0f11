import { isIP } from 'node:net';
import { defaults, loadEnvFile } from '@novacore/shared/settings';
import addressParser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import { projectRoot } from '../project-root';
import { databaseUrlFault } from './database-url';
import { isOperatorAddress } from './email-address';

/** Refuses `/0` networks, and bare numbers, which other programs read as a number of proxies. */
function isNetwork(entry: string) {
  const [address = '', prefix = '1', ...rest] = entry.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  return isIP(address) !== 0 && /^[1-9]\d*$/.test(prefix) && Number(prefix) <= bits && rest.length === 0;
}

const integer = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(message).int(message).min(min, message).max(max, message);
};

const choice = <const Choices extends readonly [string, ...string[]]>(choices: Choices) =>
  z.enum(choices, `must be one of ${choices.join(', ')}`);

const url = z
  .string()
  .transform((value) => value.replace(/\/+$/, ''))
  .refine((value) => URL.canParse(value) && /^https?:/.test(value), {
    error: 'must be an http or https address',
    abort: true,
  });

const origin = url.refine(
  (value) => /^https?:\/\/[^/?#@\\]+$/.test(value),
  'must be an origin, without user, path and query',
);

const smtpUrl = z
  .string()
  .refine((value) => URL.canParse(value) && /^smtps?:\/\/./.test(value), 'must be an smtp or smtps address');

const databaseUrl = z.string().superRefine((value, context) => {
  const message = databaseUrlFault(value);
  if (message) context.addIssue({ code: 'custom', message });
});

/** Checks that the mail library finds the same single address. It reads `Nova: Mail <…>` as a group. */
function isOneSender(text: string) {
  const [first, ...more] = addressParser(text);
  const written = /<(.*)>$/.exec(text)?.[1] ?? text;
  return more.length === 0 && first?.address === written && isOperatorAddress(written);
}

const sender = z
  .string()
  .regex(/^([^<>@\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, {
    error: 'must be an address, such as NovaCore <no-reply@novacore.example>',
    abort: true,
  })
  .refine(isOneSender, 'must be one address, and a name with punctuation in quotes, such as "Nova: Mail" <no-reply@…>');

const address = z.string().refine(isOperatorAddress, 'must be one address, such as operator@novacore.example');

const networks = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .refine(
    (entries) => entries.every(isNetwork),
    'must list IP addresses or networks such as 10.0.0.0/8, but no /0 network',
  );

/** Defaults that depend on other keys are in `load-config.ts`. */
const schema = z.object({
  NODE_ENV: choice(['development', 'test', 'production']).default('development'),
  PORT: integer(0, 65_535).default(defaults.PORT),
  HOST: z.string().optional(),
  METRICS_PORT: integer(0, 65_535).default(0),
  METRICS_HOST: z.string().optional(),
  DRAIN_SECONDS: integer(0, 60).optional(),
  PUBLIC_URL: origin.optional(),
  DATABASE_URL: databaseUrl.default(''),
  DATABASE_DIRECT_URL: databaseUrl.default(''),
  DB_POOL: integer(1, 100).default(10),
  DATA_DIR: z.string().default(defaults.DATA_DIR),
  JWT_SECRET: z.string().default(''),
  JWT_SECRET_PREVIOUS: z.string().default(''),
  TOKEN_TTL_MINUTES: integer(1, 44_640).default(60),
  RAZORPAY_KEY_ID: z.string().default(''),
  RAZORPAY_KEY_SECRET: z.string().default(''),
  RAZORPAY_WEBHOOK_SECRET: z.string().default(''),
  RAZORPAY_KEY_SECRET_PREVIOUS: z.string().default(''),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: z.string().default(''),
  RAZORPAY_API_URL: url.optional(),
  RAZORPAY_CHECKOUT_URL: url.optional(),
  SANDBOX_PORT: integer(1, 65_535).default(defaults.SANDBOX_PORT),
  SANDBOX_SMTP_PORT: integer(1, 65_535).optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: sender.optional(),
  OPERATOR_EMAIL: address.optional(),
  MAIL_ANSWER_SECONDS: integer(1, 3600).default(600),
  IDP_ISSUER: z.string().default(''),
  IDP_CLIENT_ID: z.string().optional(),
  IDP_AUDIENCE: z.string().optional(),
  IDP_JWKS_URL: url.optional(),
  THROTTLE: choice(['on', 'off']).default('on'),
  CONTACT_EMAIL: z.string().default(defaults.CONTACT_EMAIL),
  HOME_SCRIPT_URL: url.optional(),
  PAYMENT_PURPOSE: z.string().max(255, 'must have at most 255 characters').optional(),
  OPERATOR_FILE: z.string().optional(),
  LOG_RETENTION_DAYS: integer(1, 3650).default(defaults.LOG_RETENTION_DAYS),
  PASSWORD_MIN_LENGTH: integer(8, 128).default(8),
  PASSWORD_HASHING: choice(['full', 'light']).default('full'),
  TRUST_PROXY: networks.default([]),
  HSTS_SUBDOMAINS: choice(['on', 'off']).default('off'),
  LOG_LEVEL: choice(['info', 'fatal', 'error', 'warn', 'debug', 'trace', 'silent']).default('info'),
  CHECK_REPLIES: choice(['on', 'off']).optional(),
});

export type Env = z.infer<typeof schema>;

/** Bad values are replaced by defaults, so that later checks still run. */
export interface ParsedEnv {
  env: Env;
  /** Each sentence starts with its key. */
  faults: string[];
}

/** Blank values count as not set. @param source default: `.env` and the environment */
export function parseEnv(source?: Record<string, string | undefined>): ParsedEnv {
  const fileFaults = source ? [] : loadEnvFile(projectRoot);
  const { env, faults } = parse(source ?? process.env);
  return { env, faults: [...fileFaults, ...faults] };
}

function parse(source: Record<string, string | undefined>): ParsedEnv {
  const set = Object.entries(source).flatMap(([key, value]) => (value?.trim() ? [[key, value.trim()]] : []));
  const values: Record<string, string> = Object.fromEntries(set);
  const quoted = Object.keys(schema.shape).filter((key) => /^(["'`]).*\1$/s.test(values[key] ?? ''));
  for (const key of quoted) values[key] = values[key]?.slice(1, -1) ?? '';
  const { data, error } = schema.safeParse(values);
  for (const { path } of error?.issues ?? []) delete values[String(path[0])];
  const env = data ?? schema.parse(values);
  const faults = error?.issues.map(({ path, message }) => `${String(path[0])} ${message}`) ?? [];
  return { env, faults: [...quoted.map((key) => `${key} is in quotes: docker run --env-file keeps them`), ...faults] };
}
