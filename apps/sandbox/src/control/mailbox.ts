import type { FastifyInstance } from 'fastify';
import type { Mailbox } from '../mail/mailbox';

type Wait = { Querystring: { to?: string; count: number; timeoutMs: number } };

const WAIT = {
  schema: {
    querystring: {
      type: 'object',
      properties: {
        to: { type: 'string' },
        count: { type: 'integer', default: 0 },
        timeoutMs: { type: 'integer', default: 10_000 },
      },
    },
  },
};

export function mailboxControls(app: FastifyInstance, mailbox: Mailbox) {
  app.get<Wait>('/mailbox', WAIT, async ({ query }) =>
    mailbox.waitFor(query.count, query.to, AbortSignal.timeout(query.timeoutMs)),
  );
  app.delete('/mailbox', async (_request, reply) => {
    mailbox.clear();
    return reply.code(204).send();
  });
}
