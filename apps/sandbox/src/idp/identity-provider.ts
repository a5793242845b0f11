import { randomBytes } from 'node:crypto';
import { IDP_AUDIENCE, IDP_CLIENT_ID } from '../credentials';
import { nowSeconds } from '../ids';
import { type Claims, makeJwt, readJwt, type Signing } from './jwt';
import { makeKey, type SigningKey, SigningKeys } from './keys';
import type { Person } from './people';

/** What may be wrong with the tokens it hands out, on request. */
export const TOKEN_FAULTS = ['opaque_token', 'wrong_audience', 'wrong_issuer', 'expired'] as const;
export type TokenFault = (typeof TOKEN_FAULTS)[number];

export interface Grant {
  scope: string;
  audience: string | undefined;
}

/** A token made to order: claims and header win over the ordinary ones; `without` names claims to leave out. */
export interface TokenOrder {
  person: Person;
  claims?: Claims;
  header?: Claims;
  without?: string[];
  signing?: Signing;
  key?: 'current' | 'unpublished';
}

/** As long as Auth0 gives a browser's access token by default: two hours. */
export const TOKEN_SECONDS = 7_200;

/** Issues access tokens as Auth0 does for the implicit flow. */
export class IdentityProvider {
  readonly keys: SigningKeys;
  tokenFault: TokenFault | null = null;
  private unpublished: SigningKey | undefined;
  private readonly people = new Map<string, Person>();
  private readonly opaque = new Map<string, string>();

  constructor(
    dataDir: string | null,
    readonly issuer: () => string,
  ) {
    this.keys = new SigningKeys(dataDir);
  }

  /** Without an audience the token is opaque, good for userinfo alone, as at Auth0. */
  async issue(person: Person, { scope, audience }: Grant): Promise<string> {
    this.people.set(person.sub, person);
    if (audience === undefined || this.tokenFault === 'opaque_token') return this.issueOpaque(person);
    const claims = { ...this.claimsFor(person, scope), ...this.faultyClaims() };
    return makeJwt(await this.keys.current(), claims);
  }

  /** Any token one asks for, also wrong ones. */
  async mint({ person, claims, header, without = [], signing, key }: TokenOrder): Promise<string> {
    this.people.set(person.sub, person);
    const all: Claims = { ...this.claimsFor(person, 'openid profile email'), ...claims };
    for (const name of without) delete all[name];
    return makeJwt(await (key === 'unpublished' ? this.unpublishedKey() : this.keys.current()), all, header, signing);
  }

  /** Who a token speaks of, for userinfo, or undefined when it is not ours or over. */
  whoHas(token: string): Person | undefined {
    const sub = this.opaque.get(token) ?? this.subjectOf(token);
    return sub === undefined ? undefined : (this.people.get(sub) ?? { sub, name: sub, email: null });
  }

  private subjectOf(token: string): string | undefined {
    const claims = readJwt(token, (kid) => this.keys.find(kid));
    return claims && Number(claims.exp) > nowSeconds() ? String(claims.sub) : undefined;
  }

  private issueOpaque(person: Person): string {
    const token = randomBytes(24).toString('base64url');
    this.opaque.set(token, person.sub);
    return token;
  }

  private claimsFor({ sub, email }: Person, scope: string): Claims {
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
    this.unpublished ??= await makeKey();
    return this.unpublished;
  }
}
