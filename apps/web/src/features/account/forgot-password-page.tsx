import { Link, useLocation } from 'react-router-dom';
import { $api } from '../../api/queries';
import type { LoginState } from '../../api/require-login';
import { ChangingText } from '../../ui/changing-text';
import { EmailField, FormProblem, fieldOf, useAccountForm } from './auth-form';
import { AuthLayout } from './auth-screen';

/** The reply does not say whether there is an account. */
export default function ForgotPasswordPage() {
  const { email } = (useLocation().state as LoginState | null) ?? {};
  const request = $api.useMutation('post', '/auth/password/reset-request');
  const { onSubmit, onInput, errors, problem, pending } = useAccountForm((form) =>
    request.mutateAsync({ body: { email: fieldOf(form, 'email').trim() } }),
  );
  return (
    <AuthLayout state={request.isSuccess ? 'sent' : undefined}>
      <h1>Forgot your password?</h1>
      <p className="lead" role="status">
        <ChangingText>{request.data?.message ?? 'We will email you a link to choose a new one.'}</ChangingText>
      </p>
      <form className="form" method="post" noValidate onSubmit={onSubmit} onInput={onInput}>
        <EmailField defaultValue={email} error={errors.email} />
        <button type="submit" className="btn btn--solid" aria-disabled={pending}>
          Send the link
        </button>
        <FormProblem problem={problem} errors={errors} />
      </form>
      <p className="muted">
        The link works once and expires after 30 minutes. If you ask again, the next one can take up to 30 minutes. If
        you log in through GitHub or Google, you have no password here.
      </p>
      <p>
        <Link to="/login">Back to login</Link>
      </p>
    </AuthLayout>
  );
}
