import { useLocation } from 'react-router';
import type { LogInState } from '../../api/log-in-state';
import { setToken } from '../../api/session';
import { withQueries } from '../../api/with-queries';
import { Field } from '../../ui/field';
import { useHydrated } from '../../ui/use-hydrated';
import { AuthScreen } from './auth-screen';
import { FormProblem } from './form-problem';
import { PasswordField } from './password-field';
import { useAuthForm } from './use-auth-form';
import { useGoOn } from './use-go-on';
import { useLogIn } from './use-log-in';

/** Log in with e-mail and password, or through GitHub or Google. Leads to /payment. */
function LoginPage() {
  const { notice: told, email, from = '/payment' } = (useLocation().state as LogInState | null) ?? {};
  // Told after a reload as well, which begins with the prerendered page: that one knows of nothing.
  const notice = useHydrated() ? told : undefined;
  const goOn = useGoOn();
  const logIn = useLogIn();
  const { onSubmit, onInput, errors, problem } = useAuthForm({
    success: 'Login Successful',
    failure: 'Login Failed',
    send: (credentials) => logIn.mutateAsync({ body: credentials }),
    onSuccess: ({ token }) => {
      setToken(token);
      goOn(from);
    },
  });
  return (
    <AuthScreen title="Welcome back" notice={notice} other={{ href: '/signup', label: "Don't have an account yet?" }}>
      <form className="form" method="post" noValidate onSubmit={onSubmit} onInput={onInput}>
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          maxLength={254}
          defaultValue={email}
          error={errors.email}
        />
        <PasswordField name="password" label="Password" autoComplete="current-password" error={errors.password} />
        <button type="submit" className="btn btn--solid btn--full" aria-disabled={logIn.isPending}>
          Log in
        </button>
        <FormProblem problem={problem} />
      </form>
    </AuthScreen>
  );
}

export default withQueries(LoginPage);
