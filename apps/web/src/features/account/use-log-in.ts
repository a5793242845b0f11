import { $api } from '../../api/query-hooks';

/** Credentials for a token. Fails with `credentials_invalid` (401) for an unknown address and a wrong password alike. */
export const useLogIn = () => $api.useMutation('post', '/auth/login');
