import type { components } from '@novacore/client';
import { asProblem, messageOf, type Problem } from '@novacore/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { $api } from '../../api/queries';
import { endSession } from '../../api/session';
import { toastOnArrival } from '../../shell/arrival-toast';
import { AppBrowserNote } from '../../ui/app-browser-note';
import { saveFile } from '../../ui/save-file';
import { FormProblem, fieldErrorsOf, useAccountForm } from './auth-form';
import { useOwner, useProof } from './passkey-section';

export function DataSection() {
  const queryClient = useQueryClient();
  const download = async () => {
    try {
      const data = await queryClient.fetchQuery(
        $api.queryOptions('get', '/user/export', {}, { staleTime: 0, gcTime: 0 }),
      );
      saveFile('novacore-data.json', JSON.stringify(data, null, 2), 'application/json');
    } catch (thrown) {
      toast.error(messageOf(asProblem(thrown)));
    }
  };
  return (
    <div>
      <h3>Download</h3>
      <p>Everything that we store about you, as a JSON file.</p>
      <button type="button" className="btn" onClick={download}>
        Download your data
      </button>
      <AppBrowserNote>This app may not be able to save files.</AppBrowserNote>
    </div>
  );
}

const errorsOf = (problem: Problem) =>
  problem.code === 'credentials_invalid' ? { deletePassword: problem.title } : fieldErrorsOf(problem);

export function DeleteSection({ me }: { me?: components['schemas']['Me'] }) {
  const proof = useProof(useOwner(me), 'deletePassword', 'Your password');
  const deleteAccount = $api.useMutation('post', '/user/delete');
  /** The server asks a second time if a payment may be in progress. */
  const [askedAgain, setAskedAgain] = useState(false);
  const { onSubmit, onInput, errors, problem, pending } = useAccountForm(async (form) => {
    const confirmed = await proof.get(form);
    if (!confirmed) return;
    await deleteAccount.mutateAsync({ body: { ...confirmed, despitePayment: askedAgain } }).catch((thrown) => {
      setAskedAgain(asProblem(thrown).code === 'payment_in_progress');
      throw thrown;
    });
    toastOnArrival({ text: 'Your account has been deleted.', tone: 'good' });
    endSession();
  }, errorsOf);
  return (
    <div>
      <h3>Delete account</h3>
      <p>
        This deletes your account and your data at once. The law requires us to keep payments and receipts; we keep them
        without your email address.
      </p>
      <details>
        <summary>Delete the account</summary>
        <form className="form" method="post" noValidate onSubmit={onSubmit} onInput={onInput}>
          {proof.fields(errors.deletePassword)}
          <FormProblem problem={problem} errors={errors} />
          {askedAgain && (
            <p>
              Please wait until you see the payment under Payments. If you delete your account now, you can no longer
              see it and must write to us for a refund.
            </p>
          )}
          <button type="submit" className="btn btn--solid" aria-disabled={pending}>
            {askedAgain ? 'Delete anyway' : 'Delete for good'}
          </button>
        </form>
      </details>
    </div>
  );
}
