import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { asProblem, type Problem } from '../../api/problem';
import { $api, useGetConfig } from '../../api/queries';
import { getToken, setToken } from '../../api/session';
import { useFieldErrors } from '../../ui/field-errors';
import { FormProblem, fieldErrorsOf } from './auth-form';
import { PasswordField } from './password-field';

const passwordsOf = (form: HTMLFormElement) => {
  const data = new FormData(form);
  return { currentPassword: String(data.get('currentPassword')), newPassword: String(data.get('newPassword')) };
};

const errorsOf = (problem: Problem) =>
  problem.code === 'credentials_invalid' ? { currentPassword: problem.title } : fieldErrorsOf(problem, 'newPassword');

/** The password manager stores the new password under `email`. */
export function ChangePasswordForm({ email }: { email: string }) {
  const fields = useFieldErrors();
  const changePassword = $api.useMutation('post', '/auth/password');
  const [problem, setProblem] = useState<Problem | null>(null);
  const minLength = useGetConfig().data?.passwordMinLength ?? 8;
  const ref = useRef<HTMLFormElement>(null);
  // Another person may have logged in, in another tab: clear what this one has typed.
  useEffect(() => (email ? () => ref.current?.reset() : undefined), [email]);

  const change = async (form: HTMLFormElement) => {
    const tokenBefore = getToken();
    try {
      const { token } = await changePassword.mutateAsync({ body: passwordsOf(form) });
      // A log-out or log-in since then, here or in another tab, takes precedence.
      if (getToken() === tokenBefore) setToken(token, email);
      form.reset();
      toast.success('Password changed. Other devices are logged out.');
    } catch (thrown) {
      const found = asProblem(thrown);
      setProblem(found);
      fields.show(form, errorsOf(found));
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setProblem(null);
    if (!changePassword.isPending && fields.check(event.currentTarget)) change(event.currentTarget);
  };

  return (
    <form ref={ref} className="form" method="post" noValidate onSubmit={onSubmit} onInput={fields.forget}>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        name="currentPassword"
        label="Current password"
        autoComplete="current-password"
        error={fields.errors.currentPassword}
      />
      <PasswordField
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        minLength={minLength}
        maxLength={128}
        hint={`${minLength} characters or more.`}
        error={fields.errors.newPassword}
      />
      <button type="submit" className="btn btn--solid" aria-disabled={changePassword.isPending}>
        Change password
      </button>
      <FormProblem problem={problem} errors={fields.errors} />
    </form>
  );
}
