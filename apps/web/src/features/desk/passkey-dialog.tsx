import { messageOf, type Problem } from '@novacore/client';
import { useMutationState } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useToken } from '../../api/require-login';
import { bearer, getToken, setToken } from '../../api/session';
import { askForPasskey } from '../../api/webauthn';
import { ChangingText } from '../../ui/changing-text';
import { endActions, endAsking, useIsAsking } from './desk-api';
import { deskClient } from './desk-client';

type Reply<Data> = { data?: Data; error?: unknown };

/** @throws Problem */
async function dataOf<Data>(call: Promise<Reply<Data>>): Promise<Data> {
  const { data, error } = await call;
  if (data === undefined) throw error;
  return data;
}

/** @returns an empty text if the person cancelled. @param email who works at this desk */
async function confirm(email: string | undefined): Promise<string> {
  const options = await dataOf(deskClient.GET('/auth/passkey/options'));
  const answer = await askForPasskey(options);
  if (!answer) return '';
  const init = { body: answer };
  // A token that has expired is replaced by a log-in.
  const call = getToken() === null ? deskClient.POST('/auth/passkey', init) : deskClient.POST('/desk/passkey', init);
  const { token } = await dataOf<{ token: string }>(call);
  const headers = { Authorization: bearer(token) };
  const access = await dataOf(deskClient.GET('/desk/access', { headers })).catch((problem: Problem) => {
    if (problem.status !== 404) throw problem;
  });
  setToken(token, access?.email);
  // What another person has started here is not done in this person's name.
  if (!access || (email && access.email !== email)) window.location.reload();
  else endAsking(true);
  return 'Confirmed.';
}

/** Asks for the passkey over the page, which stays as it is. */
export function PasskeyDialog({ email }: { email?: string }) {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change of the page, and at the end of the desk
  useEffect(() => endActions, [pathname]);
  return useIsAsking() ? <OpenDialog email={email} /> : null;
}

function OpenDialog({ email }: { email?: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const busy = useRef(false);
  const [note, setNote] = useState('');
  const actions = useMutationState({ filters: { status: 'pending' }, select: ({ meta }) => meta?.action });
  // Closed before it is removed, so that the focus goes back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
    return () => element?.close();
  }, []);
  const onConfirm = async () => {
    if (busy.current) return;
    busy.current = true;
    const found = await confirm(email).catch((problem: Problem) => messageOf(problem));
    setNote(found || 'No passkey was used. You can try again.');
    busy.current = false;
  };
  // Without a token there is no desk to go back to: the dialog stays, and with it what was typed.
  const isLoggedIn = useToken() !== null;
  const onCancel = (event: SyntheticEvent) => {
    if (isLoggedIn) endAsking(false);
    else event.preventDefault();
  };
  // A browser may close it at the second Escape all the same.
  const onClose = () => {
    if (!isLoggedIn) dialog.current?.showModal();
  };
  return (
    <dialog ref={dialog} className="desk-dialog" aria-labelledby="passkey-title" onCancel={onCancel} onClose={onClose}>
      <h2 id="passkey-title">Your passkey, please</h2>
      <p>The desk needs a recent use of your passkey{email && ` (${email})`}. What you typed stays here.</p>
      {[...new Set(actions)].map((action) => (
        <p key={String(action)}>{`${action ?? 'What you started'} waits for it.`}</p>
      ))}
      <p role="status" className="desk-bad">
        <ChangingText>{note}</ChangingText>
      </p>
      <div className="row">
        <button type="button" className="btn btn--solid" onClick={onConfirm}>
          Confirm with the passkey
        </button>
        {isLoggedIn ? (
          <button type="button" className="btn" onClick={onCancel}>
            Cancel
          </button>
        ) : (
          <a className="btn" href="/">
            Leave the desk
          </a>
        )}
      </div>
      <p className="muted">Lost your passkey? Ask an operator.</p>
    </dialog>
  );
}
