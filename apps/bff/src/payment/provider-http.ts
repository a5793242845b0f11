import * as http from 'node:http';
import * as https from 'node:https';
import type { Razorpay as Account } from '../config/config';

/** No single call to the provider takes longer, however slowly its answer drips in. */
const deadlineMs = 2_500;
const mostBytes = 1024 * 1024;

interface Answer {
  status: number;
  data: unknown;
}
type Query = Record<string, string | number | undefined>;
type Headers = Record<string, string>;
/** The HTTP client inside the SDK, which the SDK's types leave out: as much of it as is used. */
export interface ProviderHttp {
  get(path: string, settings: { params?: Query }): Promise<Answer>;
  post(path: string, body: object, settings?: { headers: Headers }): Promise<Answer>;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The SDK reads `response.data.error` of every failure, and dies of a TypeError where there is no such thing. */
function failWith(status: number, data: unknown, reason: string): never {
  const error = isObject(data) && isObject(data.error) ? data.error : { code: 'NO_ANSWER', description: reason };
  throw Object.assign(new Error(reason), { response: { status, data: { error } } });
}

/** @throws Error where the answer is not whole in time, or endless. Redirects are answers like others. */
function send(url: string, options: http.RequestOptions, body?: string): Promise<{ status: number; text: string }> {
  const { request } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const call = request(url, options, (answer) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > mostBytes) giveUp('the answer is too long');
        else pieces.push(piece);
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() }));
      answer.on('error', reject);
    });
    const giveUp = (reason: string) => {
      reject(new Error(reason));
      call.destroy();
    };
    const deadline = setTimeout(giveUp, deadlineMs, 'no answer in time');
    call.on('error', reject);
    call.on('close', () => {
      clearTimeout(deadline);
      reject(new Error('no answer')); // unless there was one
    });
    call.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const queryOf = (params: Query) =>
  new URLSearchParams(
    Object.entries(params).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, `${value}`]],
    ),
  );

/** In place of the SDK's axios: with a deadline, failures that the SDK can bear, and a third of the work. */
export function providerHttp({ keyId, keySecret, apiUrl }: Account, userAgent: string): ProviderHttp {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  const own = { authorization, accept: 'application/json', 'user-agent': userAgent };

  async function answerTo(method: string, path: string, body?: string, headers?: Headers): Promise<Answer> {
    const options = { method, headers: { ...own, ...headers } };
    const { status, text } = await send(`${apiUrl}${path}`, options, body).catch((error: NodeJS.ErrnoException) =>
      failWith(504, undefined, error.code ?? error.message),
    );
    const data = parsed(text);
    if (status < 200 || status > 299) failWith(status, data, `status ${status}`);
    // A page of HTML with status 200 is no answer either: every entity of the provider names its kind.
    if (!isObject(data) || typeof data.entity !== 'string') failWith(502, undefined, 'the answer is no entity');
    return { status, data };
  }

  return {
    get: (path, { params }) => answerTo('GET', params ? `${path}?${queryOf(params)}` : path),
    post: (path, body, { headers } = { headers: {} }) => {
      const json = JSON.stringify(body);
      const sizes = { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(json)}` };
      return answerTo('POST', path, json, { ...sizes, ...headers });
    },
  };
}
