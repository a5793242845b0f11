import { createHash } from 'node:crypto';

/** How long a deleted account's identity is remembered, as a hash: longer than providers' access tokens are valid. */
export const deletedIdentityMs = 24 * 3_600_000;

/** Its key in `revoked_tokens`. */
export const deletedIdentityHash = (issuer: string, subject: string) =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
