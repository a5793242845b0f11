import { createHash } from 'node:crypto';

/** The part of a request that authentication reads: the Authorization header and nothing else. */
export interface Headed {
  headers: { authorization?: string };
}

interface Parts {
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
}

const compactJws = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** The token of an `Authorization: Bearer` header, or null. Never looked for in an address, a body or a cookie. */
export const bearerToken = ({ headers }: Headed): string | null =>
  compactJws.exec(headers.authorization ?? '')?.[1] ?? null;

function readPart(text = ''): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** What a token claims, checked by nobody yet; null where it is no JWT at all. */
export function readUnverified(token: string): Parts | null {
  const [header, payload] = token.split('.');
  try {
    return { header: readPart(header), payload: readPart(payload) };
  } catch {
    return null; // not JSON, so not a token of anybody's
  }
}

/** Takes up only tokens that claim this issuer, so that each token meets one strategy. Extensions (`crit`) we don't know: RFC 7515, 4.1.11. */
export const bearerClaiming = (issuer: string | undefined) => (request: Headed) => {
  const token = bearerToken(request);
  const parts = token && readUnverified(token);
  return parts && issuer && parts.payload.iss === issuer && !('crit' in parts.header) ? token : null;
};

/** Names a token for revocation. The signature stays out: it has more than one spelling in base64url. */
export function tokenHashOf(request: Headed): string {
  const token = bearerToken(request) ?? '';
  return createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('hex');
}
