import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { meQuery } from '../../api/queries';

/** For a person whose address is not confirmed. It never delays a page: without `isAsking` it uses what was loaded already. */
export function UnconfirmedNote({ isAsking = true }: { isAsking?: boolean }) {
  const { data: me } = useQuery({ ...meQuery, enabled: isAsking });
  if (!me?.hasPassword || me.emailVerified) return null;
  return (
    <p>
      Your email address is not confirmed yet. Receipts go there. <Link to="/account">Confirm or change it</Link>
    </p>
  );
}
