import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { $api, useGetConfig } from '../../api/queries';
import { setToken } from '../../api/session';
import { FormProblem, fieldErrorsOf, fieldOf, useAccountForm } from './auth-form';
import { AuthLayout } from './auth-screen';
import { useMailLink } from './fragment';
import { KeptPasskeys } from './kept-passkeys';
import { PasswordField, Username } from './password-field';

const goToAccount = () => window.location.replace('/account');

/**
 * The email links here. The page's links load new documents, because its policy allows no other origins and checkout
 * needs some.
 */
export default function ResetPasswordPage() {
  const link = useMailLink();
  const reset = $api.useMutation('post', '/auth/password/reset');
  const minLength = useGetConfig().data?.passwordMinLength ?? 8;
  const queryClient = useQueryClient();
  const [kept, setKept] = useState<Pick<ComponentProps<typeof KeptPasskeys>, 'passkeys' | 'password'>>();
  const { onSubmit, onInput, errors, problem, pending } = useAccountForm(
    async (form) => {
      const body = { token: link?.token ?? '', newPassword: fieldOf(form, 'newPassword') };
      const { token } = await reset.mutateAsync({ body });
      setToken(token);
      const passkeys = await queryClient.fetchQuery($api.queryOptions('get', '/user/passkeys', {})).catch(() => null);
      if (passkeys?.passkeys.length) setKept({ passkeys: passkeys.passkeys, password: body.newPassword });
      else goToAccount();
    },
    (found) => fieldErrorsOf(found, 'newPassword'),
  );
  return (
    <AuthLayout state={kept && 'done'}>
      <h1>Choose a new password</h1>
      {link?.token === '' ? (
        <p role="alert">This page needs the link from your email. Please open that link again.</p>
      ) : kept ? (
        <KeptPasskeys {...kept} onDone={goToAccount} />
      ) : (
        <form className="form" method="post" noValidate onSubmit={onSubmit} onInput={onInput}>
          <Username email={link?.email ?? ''} />
          <PasswordField
            name="newPassword"
            label="New password"
            autoComplete="new-password"
            minLength={minLength}
            maxLength={128}
            hint={`${minLength} characters or more. A few unrelated words make a good password.`}
            error={errors.newPassword}
          />
          <button type="submit" className="btn btn--solid" aria-disabled={pending || reset.isSuccess}>
            Set the password
          </button>
          <FormProblem problem={problem} errors={errors} />
        </form>
      )}
      <p>
        <a href="/forgot-password">Ask for a new link</a>
      </p>
    </AuthLayout>
  );
}
