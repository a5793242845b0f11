import { Link, useLocation } from 'react-router-dom';
import { $api } from '../../api/queries';
import type { LoginState } from '../../api/require-login';
import { setToken } from '../../api/session';
import { EmailField, FormProblem, useAuthForm, useNavigateFromHere } from './auth-form';
import { AuthScreen } from './auth-screen';
import { usePasskeyLogIn } from './passkey-log-in';
import { PasswordField } from './password-field';

export default function LoginPage() {
  const { notice, email, from = '/payment' } = (useLocation().state as LoginState | null) ?? {};
  const navigate = useNavigateFromHere();
  const passkey = usePasskeyLogIn((token) => {
    setToken(token);
    navigate(from);
  });
  const logIn = $api.useMutation('post', '/auth/login');
  const { onSubmit, onInput, errors, problem, refused } = useAuthForm({
    success: 'Login Successful',
    failure: 'Login Failed',
    send: (credentials) => {
      passkey.end();
      return logIn.mutateAsync({ body: credentials }).catch((thrown) => {
        passkey.offer();
        throw thrown;
      });
    },
    onSuccess: ({ token }, { email }) => {
      setToken(token, email);
      navigate(from);
    },
  });
  return (
    <AuthScreen
      title="Welcome back"
      notice={notice}
      passkey={passkey.button}
      onSocialLogIn={passkey.end}
      onSocialFailure={passkey.offer}
      other={{ path: '/signup', label: "Don't have an account yet?" }}
    >
      <form className="form" method="post" noValidate onSubmit={onSubmit} onInput={onInput}>
        <EmailField autoComplete="username webauthn" defaultValue={email} error={errors.email} />
        <PasswordField name="password" label="Password" autoComplete="current-password" error={errors.password} />
        <button type="submit" className="btn btn--solid btn--full" aria-disabled={logIn.isPending}>
          Log in
        </button>
        <FormProblem problem={problem} errors={errors} />
        <p className="muted">
          <Link to="/forgot-password" state={{ email: refused } satisfies LoginState}>
            Forgot your password?
          </Link>
        </p>
      </form>
    </AuthScreen>
  );
}
