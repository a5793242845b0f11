import type { components, Problem } from '@novacore/client';
import { useEffect, useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { $api, useGetConfig } from '../../api/queries';
import { getToken, setToken } from '../../api/session';
import { FormProblem, fieldErrorsOf, fieldOf, useAccountForm } from './auth-form';
import { useOwner, useProof } from './passkey-section';
import { PasswordField, Username } from './password-field';

const errorsOf = (problem: Problem) =>
  problem.code === 'credentials_invalid' ? { currentPassword: problem.title } : fieldErrorsOf(problem, 'newPassword');

export function ChangePasswordForm({ me }: { me?: components['schemas']['Me'] }) {
  const email = me?.email ?? '';
  const proof = useProof(useOwner(me), 'currentPassword');
  const changePassword = $api.useMutation('post', '/auth/password');
  const minLength = useGetConfig().data?.passwordMinLength ?? 8;
  const ref = useRef<HTMLFormElement>(null);
  // After another user's login in another tab, the typed passwords are cleared.
  useEffect(() => (email ? () => ref.current?.reset() : undefined), [email]);

  const { onSubmit, onInput, errors, problem, pending } = useAccountForm(async (form) => {
    const tokenBefore = getToken();
    const passkey = proof.byPasskey ? await proof.get(form) : {};
    if (!passkey) return;
    const body = {
      currentPassword: fieldOf(form, 'currentPassword'),
      newPassword: fieldOf(form, 'newPassword'),
      ...passkey,
    };
    const { token } = await changePassword.mutateAsync({ body });
    // A later logout or login takes precedence.
    if (getToken() === tokenBefore) setToken(token, email);
    form.reset();
    toast.success('Password changed. Other devices are logged out.');
  }, errorsOf);

  return (
    <form ref={ref} className="form" method="post" noValidate onSubmit={onSubmit} onInput={onInput}>
      <Username email={email} />
      <PasswordField
        name="currentPassword"
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword}
      />
      <PasswordField
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        minLength={minLength}
        maxLength={128}
        hint={`${minLength} characters or more.`}
        error={errors.newPassword}
      />
      <button type="submit" className="btn btn--solid" aria-disabled={pending}>
        Change password
      </button>
      <FormProblem problem={problem} errors={errors} />
    </form>
  );
}
