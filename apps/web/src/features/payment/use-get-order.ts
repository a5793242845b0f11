import { $api } from '../../api/query-hooks';

/** One order of the person signed in, with its payments. */
export const useGetOrder = (id: string) =>
  $api.useQuery('get', '/user/order/{id}', { params: { path: { id } } }, { staleTime: 0 });
