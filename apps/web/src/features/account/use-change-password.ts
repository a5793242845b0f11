import { $api } from '../../api/query-hooks';

/** Ends every token of this person and answers with a new one. `credentials_invalid` (403): the current one is wrong. */
export const useChangePassword = () => $api.useMutation('post', '/auth/password');
