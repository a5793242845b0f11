/** Our account at the payment provider. */
export interface PaymentAccount {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Accepted too, during a rotation; empty: none. */
  previousKeySecret: string;
  previousWebhookSecret: string;
  /** Origin of the REST API, without `/v1`. */
  apiUrl: string;
  /** Address of checkout's script. */
  checkoutUrl: string;
}

export interface IdentityProvider {
  issuer: string;
  clientId: string;
  audience: string;
  jwksUrl: string;
}

/** Everything that can be set from outside, parsed and checked once at boot. Also the injection token. */
export abstract class Config {
  abstract readonly production: boolean;
  abstract readonly port: number;
  /** The address to listen on. */
  abstract readonly host: string;
  /** 0: metrics are off. */
  abstract readonly metricsPort: number;
  /** The address of the metrics listener: loopback unless HOST is set. */
  abstract readonly metricsHost: string;
  /** After a stop signal: how long readiness fails while requests are still accepted. */
  abstract readonly drainSeconds: number;
  /** The site's own origin, without a slash at the end. */
  abstract readonly publicUrl: string;
  /** Empty: the embedded database under `dataDir`. */
  abstract readonly databaseUrl: string;
  /** For migrations: PostgreSQL itself where `databaseUrl` is a pooler. */
  abstract readonly databaseDirectUrl: string;
  /** Connections per instance, without the three of the rate limiter. */
  abstract readonly databasePool: number;
  abstract readonly dataDir: string;
  abstract readonly jwtSecret: string;
  /** Also accepted for verification; empty: none. */
  abstract readonly jwtSecretPrevious: string;
  abstract readonly tokenTtlMinutes: number;
  abstract readonly paymentAccount: PaymentAccount;
  /** null: social log-in is off. */
  abstract readonly identityProvider: IdentityProvider | null;
  /** The mail server: `smtp://user:password@host:port`, or `smtps://`. */
  abstract readonly smtpUrl: string;
  /** Sender of every mail: an address, or a name and `<address>`. */
  abstract readonly mailFrom: string;
  /** Gets emails about cases. */
  abstract readonly operatorEmail: string;
  /** How long the mail server may take to confirm a mail that it has in full. */
  abstract readonly mailAnswerSeconds: number;
  abstract readonly throttle: boolean;
  abstract readonly contactEmail: string;
  abstract readonly homeScriptUrl: string;
  /** One sentence: what the payment is for. */
  abstract readonly paymentPurpose: string;
  /** The file that says who runs the site. */
  abstract readonly operatorFile: string;
  abstract readonly logRetentionDays: number;
  abstract readonly passwordMinLength: number;
  /** Whether hashing a password costs next to nothing. */
  abstract readonly lightHashing: boolean;
  /** Addresses or networks of proxies whose X-Forwarded-For counts; empty: none. */
  abstract readonly trustProxy: string[];
  abstract readonly logLevel: string;
  /** Whether HSTS covers subdomains of `publicUrl` too. */
  abstract readonly hstsSubdomains: boolean;
  /** Whether every reply is checked against the contract before it leaves. */
  abstract readonly checkReplies: boolean;
}
