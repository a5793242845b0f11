import { createHmac, createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../../apps/sandbox/src/sandbox';
import { ASHA, isSignedBy, type Jwk, logInAt, part } from './identity-client';
import { type Json, useSandbox } from './partner';

const { sandbox, partner } = useSandbox();
const idp = logInAt(sandbox);
beforeEach(() => partner.call('POST', '/control/reset'));

describe('The keys of the identity provider', () => {
  it('rotate on request: the old one stays published until it is dropped', async () => {
    const { access_token: old } = await idp.choose(ASHA);
    await partner.call('POST', '/control/idp/rotate');
    const { access_token: fresh } = await idp.choose(ASHA);
    expect(part(fresh, 0).kid).not.toBe(part(old, 0).kid);
    expect(isSignedBy(await idp.publishedKeys(), old)).toBe(true);
    expect(isSignedBy(await idp.publishedKeys(), fresh)).toBe(true);
    await partner.call('POST', '/control/idp/rotate', { keepOld: false });
    expect(await idp.publishedKeys()).toHaveLength(1);
    expect(isSignedBy(await idp.publishedKeys(), old)).toBe(false);
  });

  it('hold nothing private in public, and their fetches are counted', async () => {
    const [key] = await idp.publishedKeys();
    expect(Object.keys(key ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    expect(await partner.call('GET', '/control/state')).toMatchObject({ idp: { jwksRequests: 1 } });
  });

  it('are the same after a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
    const keysOf = async () => {
      const started = await createSandbox({ dataDir });
      const keys = await logInAt(started).publishedKeys();
      await started.close();
      return keys;
    };
    expect(await keysOf()).toEqual(await keysOf());
    rmSync(dataDir, { recursive: true });
  });
});

describe('A fault of the identity provider', () => {
  const ask = (fault: string) => partner.call('POST', '/control/idp/faults', { fault });
  const claims = async () => part((await idp.choose(ASHA)).access_token, 1);

  it('opaque token', async () => {
    await ask('opaque_token');
    expect((await idp.choose(ASHA)).access_token?.split('.')).toHaveLength(1);
  });

  it('wrong audience, wrong issuer, expired; and none when they are cleared', async () => {
    await ask('wrong_audience');
    expect(await claims()).toMatchObject({ aud: 'another-api' });
    await ask('wrong_issuer');
    expect(await claims()).toMatchObject({ iss: 'https://elsewhere.example/' });
    await ask('expired');
    expect(Number((await claims()).exp)).toBeLessThan(Date.now() / 1000);
    await partner.call('DELETE', '/control/idp/faults');
    expect(await claims()).toMatchObject({ iss: `${sandbox.url}/idp/`, aud: expect.any(Array) });
  });

  it('keys that cannot be fetched, until it is cleared', async () => {
    await ask('jwks_down');
    await expect(idp.publishedKeys()).rejects.toThrow('503');
    await expect(idp.publishedKeys()).rejects.toThrow('503');
    await partner.call('DELETE', '/control/idp/faults');
    expect(await idp.publishedKeys()).toHaveLength(1);
  });
});

describe('A token made to order', () => {
  const mint = async (order: Json) =>
    (await partner.call<{ access_token: string }>('POST', '/control/idp/token', order)).access_token;

  it('has the claims and the header that were asked for, and a good signature', async () => {
    const token = await mint({
      claims: { aud: 'x', nbf: 4102444800 },
      header: { jku: 'https://elsewhere.example' },
      without: ['exp'],
    });
    expect(part(token, 1)).toMatchObject({ aud: 'x', nbf: 4102444800 });
    expect(part(token, 1)).not.toHaveProperty('exp');
    expect(part(token, 0)).toMatchObject({ alg: 'RS256', jku: 'https://elsewhere.example' });
    expect(isSignedBy(await idp.publishedKeys(), token)).toBe(true);
  });

  it('can be unsigned, signed by an unpublished key, or HMAC-signed with the public key', async () => {
    const none = await mint({ signing: 'none' });
    expect([part(none, 0).alg, none.split('.')[2]]).toEqual(['none', '']);
    expect(isSignedBy(await idp.publishedKeys(), await mint({ key: 'unpublished' }))).toBe(false);

    const confused = await mint({ signing: 'public_key_as_hmac' });
    const [jwk] = await idp.publishedKeys();
    const secret = createPublicKey({ key: jwk as Jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const [header, body, signature] = confused.split('.');
    expect(part(confused, 0).alg).toBe('HS256');
    expect(signature).toBe(createHmac('sha256', secret).update(`${header}.${body}`).digest('base64url'));
  });
});
