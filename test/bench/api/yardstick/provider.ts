import { Agent, request } from 'node:http';
import { SANDBOX_CREDENTIALS } from '../../../../apps/sandbox/src/credentials';

const agent = new Agent({ keepAlive: true });
const { keyId, keySecret } = SANDBOX_CREDENTIALS;
const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

/** The same call to the provider that the product makes, by the leanest means. */
export function callProvider<T>(origin: string, method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const json = body && JSON.stringify(body);
  const headers: Record<string, string | number> = { authorization };
  if (json) Object.assign(headers, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) });
  return new Promise((resolve, reject) => {
    const call = request(`${origin}${path}`, { agent, method, headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    });
    call.on('error', reject);
    call.end(json);
  });
}
