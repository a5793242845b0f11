import { $api } from './query-hooks';
import { useToken } from './use-token';

/** Who is signed in: id, e-mail address (null where the identity provider gave none), whether a password exists. */
export const useGetMe = () => $api.useQuery('get', '/user/me', {}, { enabled: useToken() !== null });
