import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Changes that an attacker or a careless authenticator makes. */
export interface Change {
  origin?: string;
  rpId?: string;
  counter?: number;
  /** Bits: 1 the person was there, 4 the person was verified. */
  flags?: number;
  userHandle?: string;
  signature?: string;
  crossOrigin?: boolean;
  /** The format of an attestation that was not requested, with an unreadable certificate. */
  attestation?: string;
  /** Another public key than the one it signs with. */
  coseKey?: Uint8Array;
}

/** An authenticator in software, with one passkey for `url`. */
export function newAuthenticator(url: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [own, bytes] = [new URL(url), (text: string) => Buffer.from(text, 'base64url')];
  const coseKey = new Map<number, number | Uint8Array>([[1, 2], [3, -7], [-1, 1], [-2, bytes(x)], [-3, bytes(y)]]); // biome-ignore format: one key

  const clientData = (type: string, challenge: string, { origin = own.origin, crossOrigin = false }: Change) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
  const signedData = ({ rpId = own.hostname, counter = 0, flags = 5 }: Change, added = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | (added.length ? 0x40 : 0)]), count, added]);
  };
  const whole = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };

  return {
    id,
    /** The answer to `createPasskeyOptions`. */
    register({ challenge }: { challenge: string }, change: Change = {}) {
      const length = Buffer.from([0, credentialId.length]);
      const added = Buffer.concat([Buffer.alloc(16), length, credentialId, change.coseKey ?? isoCBOR.encode(coseKey)]);
      const authData = signedData(change, added);
      const client = clientData('webauthn.create', challenge, change);
      const attestation = new Map<string, unknown>([
        ['fmt', change.attestation ?? 'none'],
        ['attStmt', new Map(change.attestation ? [['x5c', [Buffer.from('any')]]] : [])],
        ['authData', authData],
      ]);
      const clientDataJSON = client.toString('base64url');
      const attestationObject = Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url');
      return { ...whole, response: { clientDataJSON, attestationObject } };
    },
    /** The answer to `getPasskeyOptions`. */
    answer({ challenge }: { challenge: string }, change: Change = {}) {
      const [client, authenticatorData] = [clientData('webauthn.get', challenge, change), signedData(change)];
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey);
      const { userHandle } = change;
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: change.signature ?? signature.toString('base64url'),
        ...(userHandle && { userHandle }),
      };
      return { ...whole, response };
    },
  };
}
export type TestAuthenticator = ReturnType<typeof newAuthenticator>;
