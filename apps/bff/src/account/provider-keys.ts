import { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, errors } from 'jose';
import { Config } from '../config/config';
import { Log } from '../log';
import { Problem } from '../problem/problem';
import { TokenRefused } from './claims';

const refreshAfterMs = 10 * 60_000;
const missCooldownMs = 30_000;
const failureCooldownMs = 2_000;
const timeoutMs = 3_000;

/**
 * The identity provider's public keys. When to fetch them is decided here, not by jose: known keys go on working
 * while the provider is down, and unknown key ids, which anybody can make up, cost one fetch per 30 s at the most.
 */
@Injectable()
export class ProviderKeys {
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

  /** The key that a token's header names, as PEM. @throws TokenRefused, or Problem 503 while the provider can't be asked */
  async find({ alg, kid }: Record<string, unknown>): Promise<string> {
    if (!this.keys) throw new TokenRefused('there is no identity provider');
    // Nothing else of the header counts: no jku, jwk, x5u or x5c.
    if (alg !== 'RS256' || typeof kid !== 'string') throw new TokenRefused('the header names no key of RS256');
    if (!this.keys.jwks()) await this.load();
    else if (Date.now() > this.loadedAt + refreshAfterMs) this.load().catch(() => {}); // logged there
    const key = (await this.known(kid)) ?? (await this.afterReload(kid));
    if (!key) throw new TokenRefused('nobody has this key id');
    const publicKey = KeyObject.from(key);
    if ((publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) throw new TokenRefused('the key is too short');
    return publicKey.export({ type: 'spki', format: 'pem' }).toString();
  }

  private async known(kid: string) {
    try {
      return await this.keys?.({ alg: 'RS256', kid });
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return null;
      throw error instanceof errors.JOSEError ? new TokenRefused(error.message) : error;
    }
  }

  /** A key id we don't know may be a new one: the provider has rotated its keys. */
  private async afterReload(kid: string) {
    if (Date.now() >= this.nextLoadAfterMiss) {
      await this.load();
      this.nextLoadAfterMiss = Date.now() + missCooldownMs;
    }
    return this.known(kid);
  }

  private async load() {
    const unavailable = () =>
      new Problem(503, 'unavailable', 'The identity provider is out of reach. Please try again.');
    // Only a fetch that failed starts the cooldown: calls within it must not extend it.
    if (Date.now() < this.nextLoadAfterFailure) throw unavailable();
    try {
      await this.keys?.reload();
      this.loadedAt = Date.now();
    } catch (err) {
      if (Date.now() >= this.nextLoadAfterFailure)
        this.log.warn({ event: 'jwks_unreachable', err }, 'the identity provider gives no keys');
      this.nextLoadAfterFailure = Date.now() + failureCooldownMs;
      throw unavailable();
    }
  }
}
