import { type ComponentProps, useState } from 'react';
import { ChangingText } from '../../ui/changing-text';
import { Labelled } from '../../ui/field';

type Props = Pick<ComponentProps<'input'>, 'minLength' | 'maxLength' | 'readOnly'> & {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  error?: string;
};

/** Tells password managers which account the form belongs to. The page shows the address elsewhere. */
export const Username = ({ email }: { email: string }) => (
  <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
);

/** As in `Field`, the form checks `maxLength`. */
export function PasswordField({ name, label, hint, error, maxLength, ...input }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Labelled name={name} label={label} hint={hint} error={error}>
      {(control) => (
        <div className="password">
          <input
            {...input}
            {...control}
            data-max-length={maxLength}
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
          />
          <button type="button" aria-controls={name} onClick={() => setShown(!shown)}>
            <ChangingText>{shown ? 'Hide' : 'Show'}</ChangingText>
            <span className="visually-hidden"> {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Labelled>
  );
}
