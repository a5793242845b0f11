import { messageOf, type Problem } from '@novacore/client';
import { useMutationState } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { bearer } from '../../api/session';
import { askForPasskey } from '../../api/webauthn';
import { ChangingText } from '../../ui/changing-text';
import { endActions, endAsking, useIsAsking } from './desk-api';
import { deskClient, getDeskToken, setDeskToken, useDeskToken } from './desk-client';
import { DeskPage } from './desk-parts';

type Reply<Data> = { data?: Data; error?: unknown };

/** @throws Problem */
async function dataOf<Data>(call: Promise<Reply<Data>>): Promise<Data> {
  const { data, error } = await call;
  if (data === undefined) throw error;
  return data;
}

/** Returns an empty text if the person cancelled. @param email who works at this desk, if anyone does yet */
async function confirm(email: string | undefined): Promise<string> {
  const options = await dataOf(deskClient.GET('/auth/passkey/options'));
  const answer = await askForPasskey(options);
  if (!answer) return '';
  const init = { body: answer };
  // A token that has expired is replaced by a login.
  const path = getDeskToken() === null ? '/desk/login' : '/desk/passkey';
  const call = deskClient.POST(path, init);
  const { token } = await dataOf<{ token: string }>(call);
  const headers = { Authorization: bearer(token) };
  const isOther = email && (await dataOf(deskClient.GET('/desk/access', { headers }))).email !== email;
  setDeskToken(token);
  // This person must not complete an action that someone else started.
  if (isOther) window.location.reload();
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

/** Asks for the passkey once at a time. `note` says what came of it. */
function useConfirm(email?: string) {
  const busy = useRef(false);
  const [note, setNote] = useState('');
  const onConfirm = async () => {
    if (busy.current) return;
    busy.current = true;
    const found = await confirm(email).catch((problem: Problem) =>
      problem.status === 404
        ? 'This passkey does not open the desk. Use the passkey of your staff account.'
        : messageOf(problem),
    );
    setNote(found || 'No passkey was used. You can try again.');
    busy.current = false;
  };
  return { note, onConfirm };
}

/** The first page in a tab. */
export function LogIn() {
  const { note, onConfirm } = useConfirm();
  return (
    <div className="desk">
      <div className="desk-body desk-login">
        <DeskPage title="Log in to the desk">
          <p>The desk is for staff of NovaCore. Each tab asks for your passkey once.</p>
          <p role="status" className="desk-bad">
            <ChangingText>{note}</ChangingText>
          </p>
          <p className="row">
            <button type="button" className="btn btn--solid" onClick={onConfirm}>
              Log in with your passkey
            </button>
            <a className="btn" href="/">
              Back to the site
            </a>
          </p>
          <p className="muted">Lost your passkey? Ask an operator.</p>
        </DeskPage>
      </div>
    </div>
  );
}

function OpenDialog({ email }: { email?: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { note, onConfirm } = useConfirm(email);
  const actions = useMutationState({ filters: { status: 'pending' }, select: ({ meta }) => meta?.action });
  // Closed before it is removed, so that the focus goes back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
    return () => element?.close();
  }, []);
  // Without a token there is no desk to go back to: the dialog stays, and with it what was typed.
  const isLoggedIn = useDeskToken() !== null;
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
      <h2 id="passkey-title">Confirm with your passkey</h2>
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
