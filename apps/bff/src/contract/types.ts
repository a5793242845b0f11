// The types of inputs and replies, read off the contract: nothing about the API is written twice.

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

/** The reply of the one success status that each operation has. */
type Success<Responses> = Responses extends { 200: infer Reply }
  ? Reply
  : Responses extends { 201: infer Reply }
    ? Reply
    : Responses extends { 202: infer Reply }
      ? Reply
      : Responses extends { 204: infer Reply }
        ? Reply
        : never;

/** Who calls, as authentication found out. */
export interface Caller {
  userId: string;
  /** SHA-256 of the token's signed part, in hex: what is revoked at log-out. */
  tokenHash: string;
  tokenIssuedAt: Date;
  tokenExpiresAt: Date;
  /** When a passkey was last used for this token. Absent for other log-ins. */
  passkeyAt?: Date;
  /** When an emailed link was used for this token. */
  mailLinkAt?: Date;
  /** Set by tokens of the desk. */
  forDesk?: boolean;
  /** Set at operations of the desk. */
  staff?: { name: string; role: string; address: string };
}

/** What the handler of an operation gets. Body, path and query have passed the contract. */
export interface Input<Id extends OperationId> {
  body: operations[Id] extends { requestBody: infer Body } ? Json<Body> : undefined;
  path: Part<operations[Id], 'path'>;
  query: Part<operations[Id], 'query'>;
  headers: Record<string, string | undefined>;
  /** The body as it came; only for operations that ask for it (`x-raw-body`), else empty. */
  rawBody: Buffer;
  origin: Origin;
  /** The caller, or undefined without a token. */
  session?: Caller;
  /** @throws Error on an operation that the contract leaves open. */
  caller: Caller;
}

/** The answer of an operation that redirects: a path of the site. */
export interface Redirection {
  url: string;
}

/** What the handler of an operation answers; undefined where the contract has no body. */
export type Reply<Id extends OperationId> = operations[Id]['responses'] extends { 303: unknown }
  ? Redirection
  : Json<Success<operations[Id]['responses']>>;

export type Handler<Id extends OperationId> = (input: Input<Id>) => Promise<Reply<Id>>;

/** true where `Actual` has a field, at any depth, that `Expected` does not have. */
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
