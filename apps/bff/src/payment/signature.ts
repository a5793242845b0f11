import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether `signature` is the HMAC-SHA256 of `signed` in hex, found out in constant time. An empty secret signs nothing. */
export function isSigned(signed: string | Buffer, signature: string | undefined, secret: string): boolean {
  if (!secret || !signature || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const right = createHmac('sha256', secret).update(signed).digest();
  return timingSafeEqual(right, Buffer.from(signature, 'hex'));
}
