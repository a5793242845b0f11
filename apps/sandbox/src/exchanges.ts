import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newId } from './ids';

/** A call that reached the sandbox, and its answer. */
export interface Exchange {
  id: string;
  at: string;
  operation: string;
  method: string;
  url: string;
  requestHeaders: [string, string][];
  requestBody: string;
  /** Null until there is an answer. Stays null if the connection was dropped before the work. */
  status: number | null;
  answerHeaders: [string, string][];
  answerBody: string;
  /** The scripted fault that it met. */
  fault: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange?: Exchange;
  }
}

const MAX_EXCHANGES = 300;
const MAX_BODY = 8_000;
const SECRETS = /("(?:password|currentPassword|newPassword|token|access_token)"\s*:\s*)"[^"]*"/g;

/** The latest calls of named routes, in memory, for the page that shows them. Register it after the faults. */
export class Exchanges {
  private readonly kept = new Map<string, Exchange>();

  install(app: FastifyInstance): void {
    app.decorateRequest('exchange');
    app.addHook('preValidation', async (request) => void this.of(request));
    app.addHook('onSend', async (request, reply, payload) => {
      const exchange = this.of(request);
      if (exchange) {
        const { kind, when } = request.fault?.do ?? {};
        exchange.fault = kind ? [kind, when].filter(Boolean).join(' ') : null;
        exchange.status = reply.statusCode;
        exchange.answerHeaders = pairs(reply.getHeaders());
        exchange.answerBody = textOf(payload);
      }
      return payload;
    });
  }

  /** Oldest first. */
  list(): Exchange[] {
    return [...this.kept.values()];
  }

  find(id: string): Exchange | undefined {
    return this.kept.get(id);
  }

  clear(): void {
    this.kept.clear();
  }

  private of(request: FastifyRequest): Exchange | undefined {
    const { operation } = request.routeOptions.config;
    if (!operation) return undefined;
    if (request.exchange) return request.exchange;
    const { method, url, headers, body } = request;
    const requestHeaders = pairs(headers);
    const started = { id: newId('call'), at: new Date().toISOString(), operation, method, url, requestHeaders };
    const open = { status: null, answerHeaders: [], answerBody: '', fault: null };
    request.exchange = { ...started, requestBody: textOf(body), ...open };
    this.kept.set(request.exchange.id, request.exchange);
    const [oldest] = this.kept.keys();
    if (oldest && this.kept.size > MAX_EXCHANGES) this.kept.delete(oldest);
    return request.exchange;
  }
}

function pairs(headers: object): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [
    name,
    name === 'authorization' ? `${String(value).slice(0, 14)}…` : String(value),
  ]);
}

/** Without passwords and tokens. */
function textOf(body: unknown): string {
  if (body === undefined || body === null) return '';
  const text = typeof body === 'string' || body instanceof Buffer ? String(body) : JSON.stringify(body);
  return text.slice(0, MAX_BODY).replace(SECRETS, '$1"…"');
}
