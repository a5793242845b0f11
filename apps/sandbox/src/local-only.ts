import type { FastifyRequest } from 'fastify';
import { refused } from './razorpay/errors';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/**
 * Accepts programs on this machine and the sandbox's own pages. Refuses other web pages: pages of other sites that
 * post to localhost, and pages whose host name resolves to this machine (DNS rebinding).
 */
export async function localOnly({ socket, headers }: FastifyRequest) {
  const { host = '', origin } = headers;
  const crossOrigin = origin !== undefined && origin !== `http://${host}`;
  if (LOOPBACK.test(socket.remoteAddress ?? '') && LOCAL_HOST.test(host) && !crossOrigin) return;
  throw refused('The controls accept only programs on this machine', 403);
}
