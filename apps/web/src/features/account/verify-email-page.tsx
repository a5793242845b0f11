import { asProblem } from '@novacore/client';
import { useEffect, useRef, useState } from 'react';
import { $api } from '../../api/queries';
import { getEmail, getToken, setToken } from '../../api/session';
import { FormProblem } from './auth-form';
import { AuthLayout } from './auth-screen';
import { useMailLink } from './fragment';

const titles = {
  asking: 'Confirm your email address',
  rejecting: 'Is this account not yours?',
  confirmed: 'Email address confirmed',
  rejected: 'Check your email',
};

type QuestionProps = { isChange?: boolean; pending: boolean; onYes: () => void; onNo: () => void };

const Question = ({ isChange, pending, onYes, onNo }: QuestionProps) => (
  <>
    <p>{isChange ? 'Should your account use this address?' : 'Did you create this account?'}</p>
    <div className="row">
      <button type="button" className="btn btn--solid" aria-disabled={pending} onClick={onYes}>
        {isChange ? 'Confirm' : 'Yes, confirm'}
      </button>
      {!isChange && (
        <button type="button" className="btn" aria-disabled={pending} onClick={() => !pending && onNo()}>
          No, it was not me
        </button>
      )}
    </div>
  </>
);

type RejectionProps = { pending: boolean; onBack: () => void; onReject: () => void };

const Rejection = ({ pending, onBack, onReject }: RejectionProps) => (
  <div className="stack">
    <p>
      We will disable the password of this account and log everyone out. We will then email you a link to choose a new
      password, so that you can keep or delete the account.
    </p>
    <div className="row">
      <button type="button" className="btn" onClick={onBack}>
        Back
      </button>
      <button type="button" className="btn btn--solid" aria-disabled={pending} onClick={onReject}>
        Log everyone out
      </button>
    </div>
  </div>
);

/** The email links here. A button sends the token, because mail scanners open links and must not use it up. */
export default function VerifyEmailPage() {
  const { token, isChange } = useMailLink() ?? {};
  const verify = $api.useMutation('post', '/auth/email/verify');
  const reject = $api.useMutation('post', '/auth/email/reject');
  const pending = verify.isPending || reject.isPending;
  const failed = [verify, reject].find(({ error }) => error)?.error;
  const confirm = () => {
    reject.reset();
    if (!token || pending) return;
    const tokenBefore = getToken();
    const email = getEmail();
    verify.mutate(
      { body: { token } },
      { onSuccess: ({ token: next }) => next && getToken() === tokenBefore && setToken(next, email) },
    );
  };
  const [isRejecting, setIsRejecting] = useState(false);
  const goBack = () => {
    reject.reset();
    setIsRejecting(false);
  };
  const refuse = () => {
    verify.reset();
    if (token && !pending) reject.mutate({ body: { token } });
  };
  const heading = useRef<HTMLHeadingElement>(null);
  const state = verify.isSuccess ? 'confirmed' : reject.isSuccess ? 'rejected' : isRejecting ? 'rejecting' : 'asking';
  const title = titles[state];
  const first = useRef(title);
  // The focused button has disappeared.
  useEffect(() => {
    if (title !== first.current) heading.current?.focus();
  }, [title]);
  return (
    <AuthLayout state={verify.isSuccess ? 'done' : reject.isSuccess ? 'sent' : undefined}>
      <h1 key={title} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {token === '' && <p role="alert">This page needs the link from your email. Please open that link again.</p>}
      {token !== '' && state === 'asking' && (
        <Question isChange={isChange} pending={pending} onYes={confirm} onNo={() => setIsRejecting(true)} />
      )}
      {state === 'rejecting' && <Rejection pending={pending} onBack={goBack} onReject={refuse} />}
      <p>{(verify.data ?? reject.data)?.message}</p>
      <FormProblem problem={failed ? asProblem(failed) : null} errors={{}} />
      {!reject.isSuccess && (
        <p>
          <a href="/account">Your account</a>
        </p>
      )}
    </AuthLayout>
  );
}
