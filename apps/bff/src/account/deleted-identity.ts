import { createHash } from 'node:crypto';

/** How long a deleted account's identity is remembered, as a hash: as long as an access token may be valid at Auth0. */
export const deletedIdentityMs = 30 * 24 * 3_600_000;

/** Its key in `revoked_tokens`. */
export const deletedIdentityHash = (issuer: string, subject: string) =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
