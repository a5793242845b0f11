import { getToken } from '../../api/session';
import type { KeptOrder } from './kept-order';
import { getMe } from './payment-calls';

/** Who pays, what is kept for them, and the token that spoke for them as the run began. */
export type Payer = { id: string; email: string | null; token: string | null; kept: KeptOrder };

/**
 * Whether nobody else has logged in meanwhile. The same token needs no asking, so that a tab closed right after
 * checkout has sent its verification by then. Another one may be the payer's own: from a new log-in, or a new password.
 * Without any, the server says what is to be said.
 */
export async function isStillPayer(payer: Payer): Promise<boolean> {
  const token = getToken();
  if (token === null || token === payer.token) return true;
  const { id } = await getMe();
  return getToken() === token && id === payer.id;
}
