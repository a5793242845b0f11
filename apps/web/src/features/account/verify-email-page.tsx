import { asProblem } from '@novacore/client';
import { $api } from '../../api/queries';
import { FormProblem } from './auth-form';
import { useMailLink } from './fragment';

/**
 * Confirm an address with the link from a mail. A button sends the token: programs that open links in mails to check them
 * must not use it up.
 */
export default function VerifyEmailPage() {
  const token = useMailLink()?.token;
  const verify = $api.useMutation('post', '/auth/email/verify');
  const confirm = () => {
    if (token && !verify.isPending) verify.mutate({ body: { token } });
  };
  return (
    <section className="wrap account account--narrow">
      <h1>Confirm your email address</h1>
      {token === '' && <p role="alert">This page needs the link from your mail. Please open it again from there.</p>}
      {token !== '' && !verify.isSuccess && (
        <button type="button" className="btn btn--solid" aria-disabled={verify.isPending} onClick={confirm}>
          Confirm
        </button>
      )}
      <p role="status">{verify.data?.message}</p>
      <FormProblem problem={verify.error && asProblem(verify.error)} errors={{}} />
      <p>
        <a href="/account">Your account</a>
      </p>
    </section>
  );
}
