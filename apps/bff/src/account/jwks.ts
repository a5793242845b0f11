import { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, errors } from 'jose';
import { Config } from '../config/config';
import { Log } from '../log';
import { Refusal } from '../problem/problem';
import { tokenRefused } from './tokens';

const refreshAfterMs = 10 * 60_000;
const missCooldownMs = 30_000;
const failureCooldownMs = 2_000;
const timeoutMs = 3_000;

/**
 * The identity provider's public keys. This class, not jose, decides when to fetch them. Known keys stay valid while the
 * provider is down, and invented key ids cause at most one fetch per 30 s.
 */
@Injectable()
export class Jwks {
  private readonly keys;
  private loadedAt = 0;
  private nextLoadAfterMiss = 0;
  private nextLoadAfterFailure = 0;

  constructor(
    config: Config,
    private readonly log: Log,
  ) {
    const never = { cacheMaxAge: Number.POSITIVE_INFINITY, cooldownDuration: Number.POSITIVE_INFINITY };
    const url = config.identityProvider?.jwksUrl;
    this.keys = url ? createRemoteJWKSet(new URL(url), { ...never, timeoutDuration: timeoutMs }) : null;
  }

  /** @returns the PEM of the key that a token's header names by `kid`. @throws Refusal 401 token_invalid, 503 unavailable */
  async find({ alg, kid }: Record<string, unknown>): Promise<string> {
    if (!this.keys) throw tokenRefused('no identity provider is configured');
    // Keys and URLs in the header (jku, jwk, x5u, x5c) are ignored.
    if (alg !== 'RS256' || typeof kid !== 'string') throw tokenRefused('the header names no RS256 key');
    if (!this.keys.jwks()) await this.load();
    else if (Date.now() > this.loadedAt + refreshAfterMs) this.load().catch(() => {}); // load() logs the failure
    const key = (await this.known(kid)) ?? (await this.afterReload(kid));
    if (!key) throw tokenRefused('unknown key id');
    const publicKey = KeyObject.from(key);
    if ((publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) throw tokenRefused('the key is too short');
    return publicKey.export({ type: 'spki', format: 'pem' }).toString();
  }

  private async known(kid: string) {
    try {
      return await this.keys?.({ alg: 'RS256', kid });
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return null;
      throw error instanceof errors.JOSEError ? tokenRefused(error.message) : error;
    }
  }

  /** The provider may have rotated its keys. */
  private async afterReload(kid: string) {
    if (Date.now() >= this.nextLoadAfterMiss) {
      await this.load();
      this.nextLoadAfterMiss = Date.now() + missCooldownMs;
    }
    return this.known(kid);
  }

  /** @throws Refusal 503 unavailable */
  private async load() {
    if (Date.now() < this.nextLoadAfterFailure) throw new Refusal('identity_provider_unavailable');
    try {
      await this.keys?.reload();
      this.loadedAt = Date.now();
    } catch (err) {
      // Concurrent calls share one fetch, so only the first logs the failure.
      if (Date.now() >= this.nextLoadAfterFailure)
        this.log.warn({ event: 'jwks_unreachable', err }, 'the keys of the identity provider cannot be fetched');
      this.nextLoadAfterFailure = Date.now() + failureCooldownMs;
      throw new Refusal('identity_provider_unavailable');
    }
  }
}
