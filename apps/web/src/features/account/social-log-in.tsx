import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { configQuery, useGetConfig } from '../../api/use-get-config';
import { Icon } from '../../ui/icon';
import { authorizeAddress, type Connection } from './authorize';

const connections = [
  { connection: 'github', icon: 'github', label: 'GitHub' },
  { connection: 'google-oauth2', icon: 'google', label: 'Google' },
] as const;

/** Off to GitHub or Google; the way back ends at /callback. */
export function SocialLogIn() {
  const queryClient = useQueryClient();
  const isOff = useGetConfig().data?.identityProvider === null;

  const setOff = async (connection: Connection) => {
    try {
      const { identityProvider } = await queryClient.ensureQueryData(configQuery);
      if (identityProvider) window.location.assign(authorizeAddress(identityProvider, connection));
    } catch {
      toast.error('Login Failed');
    }
  };

  return (
    <>
      <div className="social-log-in">
        {connections.map(({ connection, icon, label }) => (
          <button
            key={connection}
            type="button"
            className="btn"
            data-live=""
            disabled={isOff}
            aria-describedby={isOff ? 'social-off' : undefined}
            onClick={() => setOff(connection)}
          >
            <Icon name={icon} className="icon--solid icon--small" />
            {label}
          </button>
        ))}
      </div>
      {isOff && (
        <p className="hint" id="social-off">
          Log-in through GitHub and Google is switched off here.
        </p>
      )}
    </>
  );
}
