import { useQuery } from '@tanstack/react-query';
import { $api } from './query-hooks';

/** What the server says about itself, asked once: payment key id, checkout script, identity provider. */
export const configQuery = $api.queryOptions('get', '/config', {}, { staleTime: Number.POSITIVE_INFINITY });

export const useGetConfig = () => useQuery(configQuery);
