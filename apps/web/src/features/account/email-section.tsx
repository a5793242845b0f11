import type { components } from '@novacore/client';
import { asProblem, messageOf, type Problem } from '@novacore/client';
import { toast } from 'react-hot-toast/headless';
import { $api } from '../../api/queries';
import { Field } from '../../ui/field';
import { FormProblem, fieldErrorsOf, fieldOf, useAccountForm } from './auth-form';
import { useOwner, useProof } from './passkey-section';

// A field's name is also its ID, and the page has several forms.
const errorsOf = (problem: Problem) => {
  const { email: newEmail } = fieldErrorsOf(problem);
  return { newEmail, emailPassword: problem.code === 'credentials_invalid' ? problem.title : undefined };
};

/** Until `me` has loaded, the section has its usual height. */
export function EmailSection({ me }: { me?: components['schemas']['Me'] }) {
  return (
    <div>
      <h3>Email address</h3>
      {me?.hasPassword === false ? (
        <p className="muted">Your address comes from GitHub or Google. You can change it there.</p>
      ) : (
        <>
          {me?.emailVerified === false ? <Unconfirmed /> : <p>{me ? 'Your address is confirmed.' : '…'}</p>}
          <ChangeEmailForm me={me} />
        </>
      )}
    </div>
  );
}

function Unconfirmed() {
  const resend = $api.useMutation('post', '/user/email/verification');
  const send = () => {
    if (resend.isPending) return;
    resend.mutate(
      {},
      {
        onSuccess: ({ message }) => toast.success(message),
        onError: (thrown) => toast.error(messageOf(asProblem(thrown))),
      },
    );
  };
  return (
    <div className="notice">
      <p>Your address is not confirmed yet. Please open the link in the email that we sent you.</p>
      <button type="button" className="btn btn--small" aria-disabled={resend.isPending} onClick={send}>
        Send the email again
      </button>
    </div>
  );
}

function ChangeEmailForm({ me }: { me?: components['schemas']['Me'] }) {
  const proof = useProof(useOwner(me), 'emailPassword', 'Password');
  const changeEmail = $api.useMutation('post', '/user/email');
  const { onSubmit, onInput, errors, problem, pending } = useAccountForm(async (form) => {
    const confirmed = await proof.get(form);
    if (!confirmed) return;
    await changeEmail.mutateAsync({ body: { email: fieldOf(form, 'newEmail').trim(), ...confirmed } });
    form.reset();
  }, errorsOf);
  return (
    <details>
      <summary>Change the address</summary>
      <form className="form" method="post" noValidate onSubmit={onSubmit} onInput={onInput}>
        <Field
          name="newEmail"
          label="New email"
          type="email"
          autoComplete="email"
          maxLength={254}
          error={errors.newEmail}
        />
        {proof.fields(errors.emailPassword)}
        <button type="submit" className="btn btn--solid" aria-disabled={pending}>
          Change address
        </button>
        <FormProblem problem={problem} errors={errors} />
        <p role="status">
          {changeEmail.isSuccess &&
            `We sent a link to ${changeEmail.variables.body.email}. Your address changes when you open it.`}
        </p>
      </form>
    </details>
  );
}
