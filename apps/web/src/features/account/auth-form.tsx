import type { components } from '@novacore/client';
import { asProblem, messageOf, type Problem, unreadable } from '@novacore/client';
import { type ComponentProps, type FormEvent, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom';
import { ChangingText } from '../../ui/changing-text';
import { Field } from '../../ui/field';
import { type FieldErrors, useFieldErrors } from '../../ui/field-errors';
import { emailAdvice } from '../../ui/field-messages';
import { Icon } from '../../ui/icon';

export type Credentials = components['schemas']['LogIn'];

type AuthReply = { success: boolean; message: string };

type AuthForm<Reply> = {
  success: string;
  failure: string;
  send: (credentials: Credentials) => Promise<Reply>;
  onSuccess: (reply: Reply, credentials: Credentials) => void;
};

/** 'Loading...' is shown at least this long, so that it can be read. */
const loadingMs = 500;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const credentialsOf = (form: HTMLFormElement): Credentials => {
  const data = new FormData(form);
  return { email: String(data.get('email')).trim(), password: String(data.get('password')) };
};

/** Login and sign-up report success in the body. Anything but `true` is a failure. */
function assertSuccess<Reply extends AuthReply>(reply: Reply): Reply {
  if (reply.success === true) return reply;
  throw { ...unreadable(), message: reply.message } satisfies Problem;
}

export function useAuthForm<Reply extends AuthReply>({ success, failure, send, onSuccess }: AuthForm<Reply>) {
  const fields = useFieldErrors();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [refused, setRefused] = useState<string>();
  const sending = useRef(false);

  const submit = async (form: HTMLFormElement) => {
    const credentials = credentialsOf(form);
    // All attempts share a toast, so that a success replaces an older failure.
    const id = toast.loading('Loading...', { id: 'log-in' });
    const loadingSeen = pause(loadingMs);
    try {
      const reply = assertSuccess(await send(credentials));
      void loadingSeen.then(() => toast.success(success, { id }));
      onSuccess(reply, credentials);
    } catch (thrown) {
      const found = asProblem(thrown);
      void loadingSeen.then(() => toast.error(failure, { id }));
      setProblem(found);
      setRefused(credentials.email);
      fields.show(form, fieldErrorsOf(found));
    }
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setProblem(null);
    if (sending.current || !fields.check(form)) return;
    sending.current = true;
    await submit(form);
    sending.current = false;
  };

  return { onSubmit, onInput: fields.forget, errors: fields.errors, problem, refused };
}

/** Navigates unless the visitor has left the page, because a reply may come late. */
export function useNavigateFromHere() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (to: string, options?: NavigateOptions) => {
    if (window.location.pathname === pathname) navigate(to, options);
  };
}

/** A form that sends one mutation at a time and shows its errors. */
export function useAccountForm(send: (form: HTMLFormElement) => Promise<unknown>, errorsOf = fieldErrorsOf) {
  const fields = useFieldErrors();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pending, setPending] = useState(false);

  const submit = async (form: HTMLFormElement) => {
    setPending(true);
    try {
      await send(form);
    } catch (thrown) {
      const found = asProblem(thrown);
      setProblem(found);
      fields.show(form, errorsOf(found));
    }
    setPending(false);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setProblem(null);
    if (!pending && fields.check(event.currentTarget)) void submit(event.currentTarget);
  };
  return { onSubmit, onInput: fields.forget, errors: fields.errors, problem, pending };
}

export const fieldOf = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name) ?? '');

const fieldOfCode: Partial<Record<Problem['code'], string>> = { email_taken: 'email', password_refused: 'password' };

const adviceFor = (field: string) => (field === 'email' ? emailAdvice : 'Please check what you entered here.');

/**
 * Returns the server's message for each field. A message that equals the problem's title is for people; our own text
 * replaces those of the schema validator.
 */
export function fieldErrorsOf(problem: Problem, passwordField = 'password'): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of problem.errors ?? []) {
    const field = path.slice(1);
    errors[field] = message === problem.title ? message : adviceFor(field);
  }
  const field = fieldOfCode[problem.code];
  if (field) errors[field === 'password' ? passwordField : field] = messageOf(problem);
  return errors;
}

type EmailProps = Pick<ComponentProps<typeof Field>, 'defaultValue' | 'readOnly' | 'error' | 'autoComplete'>;

export const EmailField = (props: EmailProps) => (
  <Field name="email" label="Email" type="email" autoComplete="username" maxLength={254} {...props} />
);

/** The server's message about the form, unless a field shows it. */
export const FormProblem = ({ problem, errors }: { problem: Problem | null; errors: FieldErrors }) => (
  <div role="alert">
    {problem && Object.keys(errors).length === 0 && (
      <p className="alert">
        <Icon name="alert" className="icon--small" />
        <ChangingText>{messageOf(problem)}</ChangingText>
      </p>
    )}
  </div>
);
