import { $api, useGetConfig } from '../../api/queries';
import type { LoginState } from '../../api/require-login';
import { notIncluded, PurchasePath, whatYouBuy } from '../../site/purchase';
import { EmailField, FormProblem, useAuthForm, useNavigateFromHere } from './auth-form';
import { AuthScreen } from './auth-screen';
import { PasswordField } from './password-field';

/** Leads to /login, because sign-up returns no token. */
export default function SignupPage() {
  const navigate = useNavigateFromHere();
  const signUp = $api.useMutation('post', '/auth/signup');
  const minLength = useGetConfig().data?.passwordMinLength ?? 8;
  const { onSubmit, onInput, errors, problem } = useAuthForm({
    success: 'Signup Successful',
    failure: 'Signup Failed',
    send: (credentials) => signUp.mutateAsync({ body: credentials }),
    onSuccess: ({ message }, { email }) => {
      const state: LoginState = { notice: message, email };
      navigate('/login', { state });
    },
  });
  // Text typed here while the login page loads would be lost.
  const readOnly = signUp.isSuccess;
  return (
    <AuthScreen
      title="Create an account"
      question="Already have an account?"
      other={{ path: '/login', label: 'Log in' }}
    >
      <PurchasePath current={0} />
      <form className="form" method="post" noValidate onSubmit={onSubmit} onInput={onInput}>
        <EmailField readOnly={readOnly} error={errors.email} />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="new-password"
          minLength={minLength}
          maxLength={128}
          readOnly={readOnly}
          hint={`${minLength} characters or more. A few unrelated words make a good password.`}
          error={errors.password}
        />
        <button type="submit" className="btn btn--solid btn--full" aria-disabled={signUp.isPending}>
          Sign up
        </button>
        <p className="hint">
          {whatYouBuy} You pay after you have created the account. <small>{notIncluded}</small>
        </p>
        <p className="hint">
          We use your email address to run your account and to send receipts. See the{' '}
          <a href="/privacy-policy">privacy policy</a> and the <a href="/terms-of-use">terms of use</a>, which you
          accept by signing up.
        </p>
        <FormProblem problem={problem} errors={errors} />
      </form>
    </AuthScreen>
  );
}
