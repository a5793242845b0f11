import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { asProblem, type Problem } from '../../api/problem';
import { getToken, setToken } from '../../api/session';
import { useGetConfig } from '../../api/use-get-config';
import { useFieldErrors } from '../../ui/field-errors';
import { FormProblem, fieldErrorsOf } from './form-problem';
import { PasswordField } from './password-field';
import { useChangePassword } from './use-change-password';

const passwordsOf = (form: HTMLFormElement) => {
  const data = new FormData(form);
  return { currentPassword: String(data.get('currentPassword')), newPassword: String(data.get('newPassword')) };
};

const errorsOf = (problem: Problem) =>
  problem.code === 'credentials_invalid' ? { currentPassword: problem.title } : fieldErrorsOf(problem, 'newPassword');

/** `email` is for the password manager, which keeps the new password under it. */
export function ChangePasswordForm({ email }: { email: string }) {
  const fields = useFieldErrors();
  const changePassword = useChangePassword();
  const [problem, setProblem] = useState<Problem | null>(null);
  const minLength = useGetConfig().data?.passwordMinLength ?? 8;
  const ref = useRef<HTMLFormElement>(null);
  // What one person has typed is not for the next, who has logged in in another tab.
  useEffect(() => (email ? () => ref.current?.reset() : undefined), [email]);

  const change = async (form: HTMLFormElement) => {
    const tokenBefore = getToken();
    try {
      const { token } = await changePassword.mutateAsync({ body: passwordsOf(form) });
      // Whoever logged out or in meanwhile, here or in another tab, wants that to stand.
      if (getToken() === tokenBefore) setToken(token);
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
      <FormProblem problem={problem} />
    </form>
  );
}
