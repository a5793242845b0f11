import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** What an attacker, or a careless authenticator, changes. */
export interface Change {
  origin?: string;
  rpId?: string;
  counter?: number;
  /** Bits: 1 the person was there, 4 the person was verified. */
  flags?: number;
  userHandle?: string;
  signature?: string;
  crossOrigin?: boolean;
  /** The format of an attestation that was not requested. */
  attestation?: string;
  /** Another public key than the one it signs with. */
  coseKey?: Uint8Array;
  /** An attestation of Android's, whose certificate names this address for its revocation list. */
  crlUrl?: string;
}

/** DER, as far as certificates need it. */
const der = (tag: number, ...parts: Buffer[]) => {
  const { length } = Buffer.concat(parts);
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), ...parts]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const octets = (...parts: Buffer[]) => der(4, ...parts);
const extension = (id: string, value: Buffer) => sequence(der(6, hex(id)), octets(value));
const nameOf = (text: string) => sequence(der(0x31, sequence(der(6, hex('55 04 03')), der(12, Buffer.from(text)))));

function certificateOf(subject: string, key: KeyObject, issuer: string, signer: KeyObject, extensions: Buffer[] = []) {
  const ecdsaWithSha256 = sequence(der(6, hex('2a 86 48 ce 3d 04 03 02')));
  const validity = sequence(der(23, Buffer.from('200101000000Z')), der(23, Buffer.from('490101000000Z')));
  const added = extensions.length ? [der(0xa3, sequence(...extensions))] : [];
  const head = [hex('a0 03 02 01 02'), hex('02 01 01'), ecdsaWithSha256, nameOf(issuer), validity, nameOf(subject)];
  const content = sequence(...head, key.export({ format: 'der', type: 'spki' }), ...added);
  return sequence(content, ecdsaWithSha256, der(3, Buffer.from([0]), sign('sha256', content, signer)));
}

/** A certificate of the key, with what Android says of it, and the one that signed it. */
function androidChain(key: KeyObject, challenge: Buffer, crlUrl: string) {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [one, level] = [hex('02 01 01'), hex('0a 01 01')];
  const description = sequence(one, level, one, level, octets(challenge), octets(), sequence(), sequence());
  const points = sequence(sequence(der(0xa0, der(0xa0, der(0x86, Buffer.from(crlUrl))))));
  const extensions = [extension('2b 06 01 04 01 d6 79 02 01 11', description), extension('55 1d 1f', points)];
  const leaf = certificateOf('key', key, 'root', root.privateKey, extensions);
  return [leaf, certificateOf('root', root.publicKey, 'root', root.privateKey)];
}

/** An authenticator in software, with one passkey for `url`. */
export function newAuthenticator(url: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [own, bytes] = [new URL(url), (text: string) => Buffer.from(text, 'base64url')];
  const coseKey = new Map<number, number | Uint8Array>([
    ...([
      [1, 2],
      [3, -7],
      [-1, 1],
    ] as const),
    ...([
      [-2, bytes(x)],
      [-3, bytes(y)],
    ] as const),
  ]);

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
      const statement = new Map<string, unknown>();
      if (change.crlUrl) {
        statement.set('alg', -7);
        statement.set('sig', sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey));
        statement.set('x5c', androidChain(publicKey, sha256(client), change.crlUrl));
      }
      const attestation = new Map<string, unknown>([
        ['fmt', change.attestation ?? (change.crlUrl ? 'android-key' : 'none')],
        ['attStmt', statement],
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
