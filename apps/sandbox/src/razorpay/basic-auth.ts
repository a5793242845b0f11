import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Credentials } from '../credentials';
import { unauthenticated } from './razorpay-error';

/** Only `Authorization: Basic base64(keyId:keySecret)` passes. */
export function requireKeys({ keyId, keySecret }: Credentials) {
  const expected = Buffer.from(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`);
  return async (request: FastifyRequest) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw unauthenticated();
  };
}
