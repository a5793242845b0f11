// Derives the types of inputs and replies from the contract.

import type { operations } from '@novacore/contract';
import type { Origin } from '../client-network';
import type { OperationId } from './contract';
import type { FileReply } from './file-reply';

type Json<T> = T extends { content: { 'application/json': infer Body } }
  ? Body
  : T extends { content: { 'application/x-www-form-urlencoded': infer Body } }
    ? Body
    : T extends { content: { 'text/csv': unknown } }
      ? FileReply
      : undefined;
type Part<T, Key extends string> = T extends { parameters: infer Parameters }
  ? Key extends keyof Parameters
    ? Parameters[Key]
    : undefined
  : undefined;

/** Each operation has one success status. */
type Success<Responses> = Responses extends { 200: infer Reply }
  ? Reply
  : Responses extends { 201: infer Reply }
    ? Reply
    : Responses extends { 202: infer Reply }
      ? Reply
      : Responses extends { 204: infer Reply }
        ? Reply
        : never;

/** The authenticated user and the token. */
export interface Caller {
  userId: string;
  /** Hex SHA-256 of the token's signed part. Logout revokes it. */
  tokenHash: string;
  tokenIssuedAt: Date;
  tokenExpiresAt: Date;
  /** Time of the passkey login. Undefined for other logins. */
  passkeyAt?: Date;
  /** Time when an emailed link was used for this token. */
  mailLinkAt?: Date;
  /** True for desk tokens. */
  forDesk?: boolean;
  /** Set for desk operations. */
  staff?: { name: string; role: string; address: string };
}

/** The input of a handler. Body, path and query fit the contract. */
export interface Input<Id extends OperationId> {
  body: operations[Id] extends { requestBody: infer Body } ? Json<Body> : undefined;
  path: Part<operations[Id], 'path'>;
  query: Part<operations[Id], 'query'>;
  headers: Record<string, string | undefined>;
  /** The bytes of the body. Empty without `x-raw-body`. */
  rawBody: Buffer;
  origin: Origin;
  /** The caller, or undefined without a token. */
  session?: Caller;
  /** @throws Error if the operation needs no token */
  caller: Caller;
}

/** A redirect to a path of the site. */
export interface Redirection {
  url: string;
}

/** The reply of a handler, or undefined if the contract has no body. */
export type Reply<Id extends OperationId> = operations[Id]['responses'] extends { 303: unknown }
  ? Redirection
  : Json<Success<operations[Id]['responses']>>;

export type Handler<Id extends OperationId> = (input: Input<Id>) => Promise<Reply<Id>>;

/** `true` if `Actual` has a field, at any depth, that `Expected` lacks. */
export type HasExcess<Actual, Expected> = Actual extends readonly (infer ActualItem)[]
  ? HasExcess<ActualItem, Expected extends readonly (infer ExpectedItem)[] ? ExpectedItem : never>
  : Actual extends object
    ? Exclude<keyof Actual, KeysOf<Expected>> extends never
      ? true extends {
          [Key in keyof Actual]: HasExcess<NonNullable<Actual[Key]>, NonNullable<ValueOf<Expected, Key>>>;
        }[keyof Actual]
        ? true
        : false
      : true
    : false;
type KeysOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, Key> = T extends unknown ? (Key extends keyof T ? T[Key] : never) : never;
