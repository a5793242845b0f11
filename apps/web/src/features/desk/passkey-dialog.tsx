import { messageOf, type Problem } from '@novacore/client';
import { useEffect, useRef, useState } from 'react';
import { bearer, getToken, setToken } from '../../api/session';
import { askForPasskey, type PasskeyAnswer, tellUnknown } from '../../api/webauthn';
import { endAsking, useIsAsking } from './desk-api';
import { deskClient } from './desk-client';

/** Thrown with a `Problem`, as hooks do. */
async function dataOf<Data>(call: Promise<{ data?: Data; error?: unknown }>): Promise<Data> {
  const { data, error } = await call;
  if (data === undefined) throw error;
  return data;
}

/** Confirms the log-in, or logs in again where the token has expired. */
async function newToken(body: PasskeyAnswer, isLoggedIn: boolean) {
  if (isLoggedIn) return (await dataOf(deskClient.POST('/desk/passkey', { body }))).token;
  return (await dataOf(deskClient.POST('/auth/passkey', { body }))).token;
}

/** @returns whether the passkey was used. @param email who works at this desk */
async function confirm(email: string | undefined): Promise<boolean> {
  const before = getToken();
  const options = await dataOf(deskClient.GET('/auth/passkey/options'));
  const answer = await askForPasskey(options);
  if (!answer) return false;
  const token = await newToken(answer, before !== null).catch((problem: Problem) => {
    if (problem.code === 'passkey_unknown') void tellUnknown(options.rpId, answer.id);
    throw problem;
  });
  const { data } = await deskClient.GET('/desk/access', { headers: { Authorization: bearer(token) } });
  setToken(token, data?.email);
  // What another person has begun here is not done in this person's name.
  if (email && data?.email !== email) window.location.reload();
  else endAsking(true);
  return true;
}

/** Asks for the passkey over the page, which stays as it is. */
export function PasskeyDialog({ email }: { email?: string }) {
  return useIsAsking() ? <OpenDialog email={email} /> : null;
}

function OpenDialog({ email }: { email?: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const busy = useRef(false);
  const [note, setNote] = useState('');
  useEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
    return () => element?.close();
  }, []);
  const onConfirm = async () => {
    if (busy.current) return;
    busy.current = true;
    setNote('');
    try {
      if (!(await confirm(email))) setNote('No passkey was used. You can try again.');
    } catch (thrown) {
      setNote(messageOf(thrown as Problem));
    }
    busy.current = false;
  };
  return (
    <dialog ref={dialog} className="desk-dialog" aria-labelledby="passkey-title" onCancel={() => endAsking(false)}>
      <h2 id="passkey-title">Your passkey, please</h2>
      <p>The desk needs a recent use of your passkey{email && ` (${email})`}. What you typed stays here.</p>
      <p role="alert" className="desk-bad">
        {note}
      </p>
      <div className="row">
        <button type="button" className="btn btn--solid" onClick={onConfirm}>
          Confirm with the passkey
        </button>
        <button type="button" className="btn" onClick={() => endAsking(false)}>
          Cancel
        </button>
      </div>
      <p className="muted">
        No passkey yet? <a href="/account">Add one to your account</a>, then come back.
      </p>
    </dialog>
  );
}
