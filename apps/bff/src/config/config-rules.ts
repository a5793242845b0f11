import { isReadableFile } from '@novacore/shared/settings';
import type { Config } from './config';
import { hostWithoutTls } from './database-url';
import { razorpayAddresses, razorpayEgressUrl, sandboxKeys } from './sandbox-defaults';

const minSecretLength = 16;

export const isLocal = (url: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
const isHttps = (url: string) => url.startsWith('https:');

/** Ignores case, so that we never take a live key for a test key. */
const isLive = (keyId: string) => /^rzp_live_/i.test(keyId);

type Rule = [broken: boolean, fault: string];

const rulesForAll = ({
  jwtSecret,
  jwtSecretPrevious,
  paymentAccount: razorpay,
  homeScriptUrl,
  operatorFile,
}: Config): Rule[] => [
  [!!operatorFile && !isReadableFile(operatorFile), 'OPERATOR_FILE must name a file that can be read'],
  [!!jwtSecret && Buffer.byteLength(jwtSecret) < 32, 'JWT_SECRET must have at least 32 bytes'],
  [!!jwtSecretPrevious && Buffer.byteLength(jwtSecretPrevious) < 32, 'JWT_SECRET_PREVIOUS must have at least 32 bytes'],
  [!razorpay.keySecret, 'RAZORPAY_KEY_SECRET must be set together with RAZORPAY_KEY_ID'],
  [!!homeScriptUrl && !isHttps(homeScriptUrl) && !isLocal(homeScriptUrl), 'HOME_SCRIPT_URL must use https'],
];

const rulesForLiveKey = ({ production, publicUrl, paymentAccount: razorpay }: Config): Rule[] => [
  [!production, 'NODE_ENV must be production with a live key'],
  [!isHttps(publicUrl), 'PUBLIC_URL must be https with a live key'],
  [
    razorpay.keySecret.length < minSecretLength,
    `RAZORPAY_KEY_SECRET must have at least ${minSecretLength} characters with a live key`,
  ],
  [
    razorpay.webhookSecret.length < minSecretLength,
    `RAZORPAY_WEBHOOK_SECRET must have at least ${minSecretLength} characters with a live key`,
  ],
  [
    ![razorpayAddresses.apiUrl, razorpayEgressUrl].includes(razorpay.apiUrl),
    `RAZORPAY_API_URL must not be set with a live key, except to ${razorpayEgressUrl}`,
  ],
  [razorpay.checkoutUrl !== razorpayAddresses.checkoutUrl, 'RAZORPAY_CHECKOUT_URL must not be set with a live key'],
];

// The client id is the audience of ID tokens. If both were equal, an ID token would pass as an access token.
const rulesForIdentityProvider = ({ identityProvider, production }: Config): Rule[] =>
  identityProvider
    ? [
        [identityProvider.audience === identityProvider.clientId, 'IDP_AUDIENCE must differ from IDP_CLIENT_ID'],
        [production && !isHttps(identityProvider.jwksUrl), 'IDP_JWKS_URL must be https in production'],
      ]
    : [];

const rulesForProduction = ({
  databaseUrl,
  jwtSecret,
  mailFrom,
  operatorEmail,
  operatorFile,
  paymentPurpose,
  paymentAccount: razorpay,
  smtpUrl,
  throttle,
  lightHashing,
}: Config): Rule[] => [
  [!databaseUrl, 'DATABASE_URL must be set in production'],
  [!jwtSecret, 'JWT_SECRET must be set in production'],
  [!razorpay.keyId || razorpay.keyId === sandboxKeys.keyId, 'RAZORPAY_KEY_ID must be your own in production'],
  [razorpay.keySecret === sandboxKeys.keySecret, 'RAZORPAY_KEY_SECRET must be your own in production'],
  [
    !razorpay.webhookSecret || razorpay.webhookSecret === sandboxKeys.webhookSecret,
    'RAZORPAY_WEBHOOK_SECRET must be your own in production',
  ],
  [!paymentPurpose, 'PAYMENT_PURPOSE must say in one sentence what the payment is for'],
  [!operatorFile, 'OPERATOR_FILE must name the file that says who runs the site'],
  [razorpay.previousKeySecret === sandboxKeys.keySecret, 'RAZORPAY_KEY_SECRET_PREVIOUS must be your own in production'],
  [
    razorpay.previousWebhookSecret === sandboxKeys.webhookSecret,
    'RAZORPAY_WEBHOOK_SECRET_PREVIOUS must be your own in production',
  ],
  [!smtpUrl, 'SMTP_URL must be set in production'],
  [!mailFrom, 'MAIL_FROM must be set in production'],
  [!operatorEmail, 'OPERATOR_EMAIL must be set in production'],
  [!throttle, 'THROTTLE=off is for load tests, not for production'],
  [lightHashing, 'PASSWORD_HASHING=light is for tests, not for production'],
];

/** Rules about several keys. @returns one sentence per broken rule */
export function configFaults(config: Config): string[] {
  const rules = [
    ...rulesForAll(config),
    ...(isLive(config.paymentAccount.keyId) ? rulesForLiveKey(config) : []),
    ...rulesForIdentityProvider(config),
    ...(config.production ? rulesForProduction(config) : []),
  ];
  return rules.flatMap(([broken, fault]) => (broken ? [fault] : []));
}

/** Includes the database address for migrations. */
export const hostsWithoutTls = ({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>) => [
  ...new Set([databaseUrl, databaseDirectUrl].flatMap((url) => hostWithoutTls(url) ?? [])),
];

interface Warning {
  event: string;
  host?: string;
  message: string;
}

/** Settings that deserve a warning at start. An evaluation with NODE_ENV=production may need them. */
export function configWarnings(config: Config): Warning[] {
  const { production, publicUrl, paymentAccount: razorpay } = config;
  const warnings: Warning[] = hostsWithoutTls(config).map((host) => ({
    event: 'database_without_tls',
    host,
    message: 'the database is on another machine, and the connection is not encrypted: add ?sslmode=verify-full',
  }));
  if (!production) return warnings;
  const { apiUrl, checkoutUrl } = razorpayAddresses;
  const otherProvider = [razorpay.apiUrl, razorpay.checkoutUrl].find(
    (url) => ![apiUrl, checkoutUrl, razorpayEgressUrl].includes(url),
  );
  if (otherProvider)
    warnings.push({
      event: 'provider_is_not_razorpay',
      host: new URL(otherProvider).host,
      message: 'payments do not go to Razorpay',
    });
  if (!isHttps(publicUrl) && !isLocal(publicUrl))
    warnings.push({
      event: 'public_url_is_not_https',
      host: new URL(publicUrl).host,
      message: 'passwords and tokens are sent unencrypted',
    });
  if (razorpay.webhookSecret.length < minSecretLength)
    warnings.push({ event: 'webhook_secret_is_short', message: 'RAZORPAY_WEBHOOK_SECRET is too short to be safe' });
  return warnings;
}
