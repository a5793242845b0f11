import { randomBytes } from 'node:crypto';
import { IDP_AUDIENCE, IDP_CLIENT_ID } from '../credentials';
import { nowSeconds } from '../ids';
import { type Claims, makeJwt, readJwt, type Signing } from './jwt';
import { generateKey, type SigningKey, SigningKeys } from './keys';
import type { User } from './users';

/** Faults that tests can switch on for issued tokens. */
export const TOKEN_FAULTS = ['opaque_token', 'wrong_audience', 'wrong_issuer', 'expired'] as const;
export type TokenFault = (typeof TOKEN_FAULTS)[number];

export interface Grant {
  scope: string;
  audience: string | undefined;
}

/** A custom token: `claims` and `header` override the normal ones, `without` removes claims. */
export interface TokenRequest {
  user: User;
  claims?: Claims;
  header?: Claims;
  without?: string[];
  signing?: Signing;
  key?: 'current' | 'unpublished';
}

/** Two hours, Auth0's default for browser access tokens. */
export const TOKEN_SECONDS = 7_200;

/** Issues access tokens as Auth0 does for the implicit flow. */
export class IdentityProvider {
  readonly keys: SigningKeys;
  tokenFault: TokenFault | null = null;
  private unpublished: SigningKey | undefined;
  private readonly users = new Map<string, User>();
  private readonly opaque = new Map<string, string>();

  constructor(
    dataDir: string | null,
    readonly issuer: () => string,
  ) {
    this.keys = new SigningKeys(dataDir);
  }

  /** Without an audience the token is opaque and works only for userinfo, as at Auth0. */
  async issue(user: User, { scope, audience }: Grant): Promise<string> {
    this.users.set(user.sub, user);
    if (audience === undefined || this.tokenFault === 'opaque_token') return this.issueOpaque(user);
    const claims = { ...this.claimsFor(user, scope), ...this.faultyClaims() };
    return makeJwt(await this.keys.current(), claims);
  }

  /** Creates a custom token, valid or not. */
  async mint({ user, claims, header, without = [], signing, key }: TokenRequest): Promise<string> {
    this.users.set(user.sub, user);
    const all: Claims = { ...this.claimsFor(user, 'openid profile email'), ...claims };
    for (const name of without) delete all[name];
    return makeJwt(await (key === 'unpublished' ? this.unpublishedKey() : this.keys.current()), all, header, signing);
  }

  /** The user of a valid token, for userinfo. */
  userOf(token: string): User | undefined {
    const sub = this.opaque.get(token) ?? this.subjectOf(token);
    return sub === undefined ? undefined : (this.users.get(sub) ?? { sub, name: sub, email: null });
  }

  private subjectOf(token: string): string | undefined {
    const claims = readJwt(token, (kid) => this.keys.find(kid));
    return claims && Number(claims.exp) > nowSeconds() ? String(claims.sub) : undefined;
  }

  private issueOpaque(user: User): string {
    const token = randomBytes(24).toString('base64url');
    this.opaque.set(token, user.sub);
    return token;
  }

  private claimsFor({ sub, email }: User, scope: string): Claims {
    const scopes = scope.split(' ');
    const iat = nowSeconds();
    const userinfo = `${this.issuer()}userinfo`;
    return {
      iss: this.issuer(),
      sub,
      aud: scopes.includes('openid') ? [IDP_AUDIENCE, userinfo] : IDP_AUDIENCE,
      iat,
      exp: iat + TOKEN_SECONDS,
      scope,
      azp: IDP_CLIENT_ID,
      ...(email !== null && scopes.includes('email') && { email, email_verified: true }),
    };
  }

  private faultyClaims(): Claims {
    const hourAgo = nowSeconds() - 3_600;
    const faulty = { wrong_audience: { aud: 'another-api' }, wrong_issuer: { iss: 'https://elsewhere.example/' } };
    if (this.tokenFault === 'expired') return { iat: hourAgo - TOKEN_SECONDS, exp: hourAgo };
    return this.tokenFault && this.tokenFault !== 'opaque_token' ? faulty[this.tokenFault] : {};
  }

  private async unpublishedKey(): Promise<SigningKey> {
    this.unpublished ??= await generateKey();
    return this.unpublished;
  }
}
