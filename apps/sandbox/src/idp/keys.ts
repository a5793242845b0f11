import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

const generateKeyPairAsync = promisify(generateKeyPair);

/** The provider's RS256 keys, newest first. Stored in `dataDir`, so that tokens stay valid after a restart. */
export class SigningKeys {
  private readonly path: string | null;
  private keys: SigningKey[];

  constructor(dataDir: string | null) {
    this.path = dataDir && join(dataDir, 'sandbox-idp-keys.json');
    this.keys = this.path && existsSync(this.path) ? read(this.path) : [];
  }

  /** The signing key. The first key is generated on first use, because it takes about 100 ms. */
  async current(): Promise<SigningKey> {
    const [key] = this.keys.length > 0 ? this.keys : await this.rotate(true);
    return key as SigningKey;
  }

  /** Switches to a new signing key. Old keys stay published unless `keepOld` is false. */
  async rotate(keepOld: boolean): Promise<SigningKey[]> {
    const key = await generateKey();
    this.keys = [key, ...(keepOld ? this.keys : [])];
    if (this.path) write(this.path, this.keys);
    return this.keys;
  }

  find(kid: string | undefined): SigningKey | undefined {
    return this.keys.find((key) => key.kid === kid);
  }

  /** The public keys as a JWK set (RFC 7517). */
  async jwks(): Promise<{ keys: JsonWebKey[] }> {
    await this.current();
    return { keys: this.keys.map(publicJwk) };
  }
}

export async function generateKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPairAsync('rsa', { modulusLength: 2048 });
  return { kid: randomUUID(), privateKey };
}

function publicJwk({ kid, privateKey }: SigningKey): JsonWebKey {
  return { ...createPublicKey(privateKey).export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid };
}

function read(path: string): SigningKey[] {
  const jwks = JSON.parse(readFileSync(path, 'utf8')) as Array<JsonWebKey & { kid: string }>;
  return jwks.map((jwk) => ({ kid: jwk.kid, privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) }));
}

function write(path: string, keys: SigningKey[]): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const jwks = keys.map(({ kid, privateKey }) => ({ ...privateKey.export({ format: 'jwk' }), kid }));
  writeFileSync(`${path}.new`, JSON.stringify(jwks), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
