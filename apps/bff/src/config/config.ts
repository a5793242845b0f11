export interface PaymentAccount {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Also accepted during a rotation. Empty if there is none. */
  previousKeySecret: string;
  previousWebhookSecret: string;
  /** REST API without `/v1`. */
  apiUrl: string;
  /** The script of checkout. */
  checkoutUrl: string;
}

export interface IdentityProvider {
  issuer: string;
  clientId: string;
  audience: string;
  jwksUrl: string;
}

/** All settings, parsed and checked at start. Also the injection token. */
export abstract class Config {
  abstract readonly production: boolean;
  abstract readonly port: number;
  abstract readonly host: string;
  /** 0 turns metrics off. */
  abstract readonly metricsPort: number;
  /** The address of the metrics listener: loopback unless HOST is set. */
  abstract readonly metricsHost: string;
  /** After a stop signal, readiness fails for this time while requests are still accepted. */
  abstract readonly drainSeconds: number;
  /** Origin of the site, without a trailing slash. */
  abstract readonly publicUrl: string;
  /** Empty for the embedded database in `dataDir`. */
  abstract readonly databaseUrl: string;
  /** PostgreSQL itself, for migrations, if `databaseUrl` is a pooler. */
  abstract readonly databaseDirectUrl: string;
  /** Connections per instance, without the three of the rate limiter. */
  abstract readonly databasePool: number;
  abstract readonly dataDir: string;
  abstract readonly jwtSecret: string;
  /** Also accepted for verification. Empty if there is none. */
  abstract readonly jwtSecretPrevious: string;
  abstract readonly tokenTtlMinutes: number;
  abstract readonly paymentAccount: PaymentAccount;
  /** null turns social login off. */
  abstract readonly identityProvider: IdentityProvider | null;
  /** `smtp://user:password@host:port`, or `smtps://`. */
  abstract readonly smtpUrl: string;
  /** An address, or a name and `<address>`. */
  abstract readonly mailFrom: string;
  /** Gets emails about cases. */
  abstract readonly operatorEmail: string;
  /** Time that the mail server may take to confirm a complete email. */
  abstract readonly mailAnswerSeconds: number;
  abstract readonly throttle: boolean;
  abstract readonly contactEmail: string;
  abstract readonly homeScriptUrl: string;
  /** One sentence about what the payment is for. */
  abstract readonly paymentPurpose: string;
  /** File with the facts about the company. */
  abstract readonly operatorFile: string;
  abstract readonly logRetentionDays: number;
  abstract readonly passwordMinLength: number;
  /** Cheap password hashes, for tests. */
  abstract readonly lightHashing: boolean;
  /** IPs or networks of proxies whose X-Forwarded-For we trust. */
  abstract readonly trustProxy: string[];
  abstract readonly logLevel: string;
  /** Whether HSTS includes subdomains of `publicUrl`. */
  abstract readonly hstsSubdomains: boolean;
  /** Whether we check every reply against the contract. */
  abstract readonly checkReplies: boolean;
}
