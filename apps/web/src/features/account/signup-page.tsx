import type { LogInState } from '../../api/log-in-state';
import { useGetConfig } from '../../api/use-get-config';
import { withQueries } from '../../api/with-queries';
import { Field } from '../../ui/field';
import { AuthScreen } from './auth-screen';
import { FormProblem } from './form-problem';
import { PasswordField } from './password-field';
import { useAuthForm } from './use-auth-form';
import { useGoOn } from './use-go-on';
import { useSignUp } from './use-sign-up';

/** Make an account. Leads to /login, because sign-up gives no token. */
function SignupPage() {
  const goOn = useGoOn();
  const signUp = useSignUp();
  const minLength = useGetConfig().data?.passwordMinLength ?? 8;
  const { onSubmit, onInput, errors, problem } = useAuthForm({
    success: 'Signup Successful',
    failure: 'Signup Failed',
    send: (credentials) => signUp.mutateAsync({ body: credentials }),
    onSuccess: ({ message }, { email }) => {
      const state: LogInState = { notice: message, email };
      goOn('/login', { state });
    },
  });
  // Until the log-in page has come: what somebody quick, or their password manager, typed here would be lost.
  const readOnly = signUp.isSuccess;
  return (
    <AuthScreen
      title="Create an account"
      question="Already have an account?"
      other={{ href: '/login', label: 'Log in' }}
    >
      <form className="form" method="post" noValidate onSubmit={onSubmit} onInput={onInput}>
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          maxLength={254}
          readOnly={readOnly}
          error={errors.email}
        />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="new-password"
          minLength={minLength}
          maxLength={128}
          readOnly={readOnly}
          hint={`${minLength} characters or more. Several words are easy to keep in mind.`}
          error={errors.password}
        />
        <button type="submit" className="btn btn--solid btn--full" aria-disabled={signUp.isPending}>
          Sign up
        </button>
        <FormProblem problem={problem} />
      </form>
    </AuthScreen>
  );
}

export default withQueries(SignupPage);
