import { type FormEvent, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { components } from '../../api/contract.gen';
import { asProblem, type Problem } from '../../api/problem';
import { useFieldErrors } from '../../ui/field-errors';
import { fieldErrorsOf } from './form-problem';
import { mustSucceed } from './must-succeed';

export type Credentials = components['schemas']['LogIn'];

type AuthForm<Reply> = {
  success: string;
  failure: string;
  send: (credentials: Credentials) => Promise<Reply>;
  onSuccess: (reply: Reply, credentials: Credentials) => void;
};

/** An answer may come within a few milliseconds: 'Loading...' stays for as long as it takes to be read. */
const readableMs = 500;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const credentialsOf = (form: HTMLFormElement): Credentials => {
  const data = new FormData(form);
  return { email: String(data.get('email')).trim(), password: String(data.get('password')) };
};

/** What log-in and sign-up have in common: check, send once, say it by toast, tell the server's words on failure. */
export function useAuthForm<Reply extends { success: boolean; message: string }>(auth: AuthForm<Reply>) {
  const fields = useFieldErrors();
  const [problem, setProblem] = useState<Problem | null>(null);
  const sending = useRef(false);

  const send = async (form: HTMLFormElement) => {
    const credentials = credentialsOf(form);
    const id = toast.loading('Loading...');
    const readable = pause(readableMs);
    try {
      const reply = mustSucceed(await auth.send(credentials));
      void readable.then(() => toast.success(auth.success, { id }));
      auth.onSuccess(reply, credentials);
    } catch (thrown) {
      const found = asProblem(thrown);
      void readable.then(() => toast.error(auth.failure, { id }));
      setProblem(found);
      fields.show(form, fieldErrorsOf(found));
    }
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setProblem(null);
    if (sending.current || !fields.check(form)) return;
    sending.current = true;
    await send(form);
    sending.current = false;
  };

  return { onSubmit, onInput: fields.forget, errors: fields.errors, problem };
}
