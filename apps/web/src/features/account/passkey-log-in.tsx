import { messageOf, type Problem } from '@novacore/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { $api } from '../../api/queries';
import { loadChunk } from '../../shell/load-chunk';
import { Icon } from '../../ui/icon';
import { useAfterMount } from '../../ui/use-after-mount';
import type { PasskeyOffer } from './passkey-offer';

const optionsQuery = $api.queryOptions('get', '/auth/passkey/options', {}, { staleTime: 0, gcTime: 0, retry: false });

/** @returns the start and stop of the offer, and the button. Without passkey support, no button shows and nothing starts. */
export function usePasskeyLogIn(onToken: (token: string) => void) {
  const queryClient = useQueryClient();
  const { mutateAsync } = $api.useMutation('post', '/auth/passkey');
  const offer = useRef<PasskeyOffer | null>(null);
  // The button's place is reserved until passkey support is known.
  const [button, setButton] = useState<'unknown' | 'shown' | 'none'>('unknown');
  const [note, setNote] = useState<Problem | 'cancelled' | null>(null);

  useAfterMount(async (signal) => {
    if (!('PublicKeyCredential' in window)) return setButton('none');
    const part = await loadChunk('passkey-offer', () => import('./passkey-offer')).catch(() => null);
    if (signal.aborted) return;
    if (!part) return setButton('none');
    offer.current = part.startPasskeyOffer({
      signal,
      getOptions: () => queryClient.fetchQuery(optionsQuery),
      logIn: async (answer) => {
        const { token } = await mutateAsync({ body: answer });
        toast.success('Login Successful');
        onToken(token);
      },
      onFailure: (problem) => {
        if (problem) toast.error('Login Failed');
        setNote(problem ?? 'cancelled');
      },
      onRefusal: () => setButton('none'),
    });
    setButton('shown');
  });

  const ask = () => {
    setNote(null);
    void offer.current?.ask();
  };
  return {
    end: () => void offer.current?.end(),
    offer: () => void offer.current?.offer(),
    button: (
      <>
        {button !== 'none' && (
          <button type="button" className="btn btn--full passkey" hidden={button === 'unknown'} onClick={ask}>
            Log in with a passkey
          </button>
        )}
        <div role="status">
          {note === 'cancelled' && (
            <p className="muted">No passkey was used. You can try again, or log in another way.</p>
          )}
          {note && note !== 'cancelled' && (
            <p className="alert">
              <Icon name="alert" className="icon--small" />
              {messageOf(note)}
            </p>
          )}
        </div>
      </>
    ),
  };
}
