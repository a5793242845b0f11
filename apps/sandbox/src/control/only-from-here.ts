import type { FastifyRequest } from 'fastify';
import { refused } from '../razorpay/razorpay-error';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/**
 * The controls obey this machine alone, and no web page: not one from another site that posts to localhost, and not
 * one whose name was made to point at this machine.
 */
export async function onlyFromHere({ socket, headers }: FastifyRequest) {
  const { host = '', origin } = headers;
  const fromPage = origin !== undefined && origin !== `http://${host}`;
  if (LOOPBACK.test(socket.remoteAddress ?? '') && LOCAL_HOST.test(host) && !fromPage) return;
  throw refused('The controls answer only to programs on this machine', 403);
}
