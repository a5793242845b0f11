import { $api } from '../../api/query-hooks';

/** Makes an account; no token comes of it. Fails with `email_taken` (409) or `password_refused` (400). */
export const useSignUp = () => $api.useMutation('post', '/auth/signup');
