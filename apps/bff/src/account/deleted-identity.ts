import { createHash } from 'node:crypto';

/** We keep the hash of a deleted identity for the maximum lifetime of an access token at Auth0. */
export const deletedIdentityMs = 30 * 24 * 3_600_000;

/** The key of a deleted identity in `revoked_tokens`. */
export const deletedIdentityHash = (issuer: string, subject: string) =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
