import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { meQuery } from '../../api/queries';

/** Asks to confirm the email address. Without `isAsking` it uses only what has already been loaded. */
export function UnconfirmedNote({ isAsking = true }: { isAsking?: boolean }) {
  const { data: me } = useQuery({ ...meQuery, enabled: isAsking });
  if (!me?.hasPassword || me.emailVerified) return null;
  return (
    <p>
      We send receipts to your email address, which is not confirmed yet.{' '}
      <Link to="/account">Confirm or change it</Link>
    </p>
  );
}
