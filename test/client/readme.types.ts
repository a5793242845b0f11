// Compiles the README's statements about types, in `npm run check` and in the test of the packed client.
import { type Client, createClient, type Problem } from '@novacore/client';
import { createHooks, retryQuery } from '@novacore/client/react';
import { QueryClient } from '@tanstack/react-query';

const novacore: Client = createClient({ baseUrl: 'http://localhost:3000/api', token: 'a text' });
const params = { path: { id: 'order_Q2b7XkLm90PzTa' } };

export async function wrongCallsDoNotCompile() {
  // @ts-expect-error a wrong path
  await novacore.GET('/user/orderz');
  // @ts-expect-error a missing field
  await novacore.POST('/user/order', { body: {} });
  // @ts-expect-error another amount
  await novacore.POST('/user/order', { body: { amount: 151 } });
}

export const tokenIsATextOrAFunction = [
  createClient({ baseUrl: '', token: 'a text' }),
  createClient({ baseUrl: '', token: () => null }),
  // @ts-expect-error a promise is neither
  createClient({ baseUrl: '', token: async () => 'late' }),
];

export async function aCallReturnsDataOrError(): Promise<string> {
  const { data, error } = await novacore.GET('/user/order/{id}', { params });
  if (error) return error.code;
  // @ts-expect-error without an error it is the order of the contract
  data.nothing;
  return data.status;
}

export async function everyErrorIsAProblem(): Promise<(Problem | undefined)[]> {
  const { error } = await novacore.POST('/auth/logout');
  // @ts-expect-error a problem has no such field
  error?.retryAfter;
  return [error, (await novacore.POST('/user/email/verification')).error];
}

export function twoCodesAreTheClientsOwn({ code }: Problem): number {
  switch (code) {
    case 'no_answer':
      return 504;
    case 'unreadable':
      return 502;
    default: {
      const unknown: string = code;
      return unknown.length;
    }
  }
}

export async function anUnknownCodeIsHandledByItsStatus() {
  const { error } = await novacore.GET('/config');
  // @ts-expect-error a code that this version does not know, such as a misspelt one
  if (error?.code === 'bussy') return true;
  return error ? error.status >= 500 : false;
}

export async function theErrorsOfHooksAreProblems() {
  const hooks = createHooks(novacore);
  const { error } = hooks.useQuery('get', '/user/me');
  const mutation = hooks.useMutation('post', '/user/order');
  const problems: (Problem | null)[] = [error, mutation.error];
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: retryQuery } } });
  const orders = await queryClient.fetchQuery(hooks.queryOptions('get', '/user/orders'));
  return [problems, orders.items.length];
}
