import type { components } from '@novacore/client';
import { useEffect, useRef } from 'react';
import { FormProblem, useAccountForm } from './auth-form';
import { useRemovePasskeys } from './passkey-section';

type Props = { passkeys: components['schemas']['Passkey'][]; password: string; email?: string; onDone: () => void };

/** After a password reset, passkeys still log in, including an intruder's. */
export function KeptPasskeys({ passkeys, password, email, onDone }: Props) {
  const remove = useRemovePasskeys(email);
  const lead = useRef<HTMLParagraphElement>(null);
  // The focused button has disappeared.
  useEffect(() => lead.current?.focus(), []);
  const { onSubmit, errors, problem, pending } = useAccountForm(async () => {
    await remove({ ids: passkeys.map(({ id }) => id), password });
    onDone();
  });
  return (
    <form className="form" method="post" noValidate onSubmit={onSubmit}>
      <p ref={lead} tabIndex={-1}>
        Your new password is set. These passkeys can still log in:
      </p>
      <ul>
        {passkeys.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <p>If you do not recognise one of them or have lost a device, remove them all and add new ones.</p>
      <FormProblem problem={problem} errors={errors} />
      <button type="submit" className="btn btn--solid" aria-disabled={pending}>
        Remove them all
      </button>
      <button type="button" className="btn" onClick={onDone}>
        Keep them
      </button>
    </form>
  );
}
