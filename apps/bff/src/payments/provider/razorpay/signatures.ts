import { createHmac, timingSafeEqual } from 'node:crypto';

/** Compares the hex HMAC-SHA256 with each secret in constant time. Ignores empty secrets. */
export function isSigned(signed: string | Buffer, signature: string | undefined, secrets: string[]): boolean {
  if (!signature || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  const fits = (secret: string) => timingSafeEqual(createHmac('sha256', secret).update(signed).digest(), given);
  return secrets.filter(Boolean).some(fits);
}
