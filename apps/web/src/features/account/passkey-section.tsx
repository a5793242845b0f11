import type { components, Problem } from '@novacore/client';
import { formatTime } from '@novacore/shared/formats';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { toast } from 'react-hot-toast/headless';
import { $api } from '../../api/queries';
import { useToken } from '../../api/require-login';
import { getToken, setToken } from '../../api/session';
import { ChangingText } from '../../ui/changing-text';
import { Field } from '../../ui/field';
import { FormProblem, fieldErrorsOf, fieldOf, useAccountForm } from './auth-form';
import { PasswordField, Username } from './password-field';

type Schemas = components['schemas'];
type Me = Schemas['Me'];
type Passkey = Schemas['Passkey'];

const listQuery = $api.queryOptions('get', '/user/passkeys', {});
const answerOptions = $api.queryOptions('get', '/auth/passkey/options', {}, { staleTime: 0, gcTime: 0 });
const loadWebAuthn = () => import('../../api/webauthn');

export const usePasskeys = () => $api.useQuery('get', '/user/passkeys', {}, { enabled: useToken() !== null });

const headingId = 'passkeys';

/** The account's owner, and how this browser can confirm a change. */
type Owner = {
  me?: Me;
  /** This browser can confirm a change with a passkey. */
  canConfirm: boolean;
  /** A change needs a passkey, but this browser has none. */
  isStuck: boolean;
};

export function useOwner(me?: Me): Owner & { canUse: boolean } {
  const hasUsable = usePasskeys().data?.passkeys.some(({ usable }) => usable) ?? false;
  const canUse = useSyncExternalStore(
    () => () => {},
    () => 'PublicKeyCredential' in window,
    () => false,
  );
  return { me, canUse, canConfirm: canUse && hasUsable, isStuck: !canUse && hasUsable && me?.hasPassword === false };
}

export function PasskeySection({ me }: { me?: Me }) {
  const { data, error } = usePasskeys();
  const { canUse, ...owner } = useOwner(me);
  const passkeys = data?.passkeys ?? [];
  return (
    <div>
      <h3 id={headingId} tabIndex={-1}>
        Passkeys
      </h3>
      <p>Log in with your fingerprint, face or PIN instead of a password.</p>
      {passkeys.length > 0 && (
        <ul className="passkeys">
          {passkeys.map((passkey) => (
            <Item key={passkey.id} passkey={passkey} owner={owner} />
          ))}
        </ul>
      )}
      {error && !data ? (
        <p className="muted">We could not load your passkeys.</p>
      ) : canUse ? (
        <AddForm owner={owner} />
      ) : (
        <p className="muted">This browser does not support passkeys, so you cannot add one here.</p>
      )}
    </div>
  );
}

function Item({ passkey, owner }: { passkey: Passkey; owner: Owner }) {
  const { name, createdAt, lastUsedAt, usable } = passkey;
  return (
    <li>
      <h3>{name}</h3>
      <p className="muted">
        Added on {formatTime(createdAt)}, {lastUsedAt ? `last used on ${formatTime(lastUsedAt)}` : 'never used'}.
        {!usable && ' It was created for another address of this site and works only there.'}
      </p>
      <RenameForm passkey={passkey} />
      {owner.isStuck ? (
        <p className="muted">To remove it, confirm with a passkey in a browser that supports them.</p>
      ) : (
        <RemoveForm passkey={passkey} owner={owner} />
      )}
    </li>
  );
}

/** A change is confirmed by a passkey, or else by the password or a recent login. */
export function useProof({ me, canConfirm }: Owner, name: string, label = 'Account password') {
  const queryClient = useQueryClient();
  const [prefersPassword, setPrefersPassword] = useState(false);
  const hasPassword = me?.hasPassword !== false;
  const byPasskey = canConfirm && !(prefersPassword && hasPassword);
  return {
    byPasskey,
    /** @returns null if the user cancelled. */
    get: async (form: HTMLFormElement): Promise<Schemas['PasskeyProof'] | null> => {
      if (!byPasskey) return hasPassword ? { password: fieldOf(form, name) } : {};
      const { askForPasskey } = await loadWebAuthn();
      const passkey = await askForPasskey(await queryClient.fetchQuery(answerOptions));
      return passkey && { passkey };
    },
    errorsOf: (problem: Problem) =>
      problem.code === 'credentials_invalid' && !byPasskey ? { [name]: problem.title } : fieldErrorsOf(problem),
    fields: (error?: string) => (
      <>
        {byPasskey ? (
          <p className="muted">You confirm this with one of your passkeys.</p>
        ) : hasPassword ? (
          <>
            <Username email={me?.email ?? ''} />
            {prefersPassword && (
              <p className="muted">
                First <a href="/forgot-password">choose a new password by email</a>. You can use it here for ten
                minutes.
              </p>
            )}
            <PasswordField name={name} label={label} autoComplete="current-password" error={error} />
          </>
        ) : (
          <p className="muted">You must have logged in within the last ten minutes.</p>
        )}
        {canConfirm && hasPassword && (
          <button type="button" className="btn btn--small" onClick={() => setPrefersPassword(!prefersPassword)}>
            {prefersPassword ? 'Confirm with a passkey' : 'I have lost my passkey'}
          </button>
        )}
      </>
    ),
  };
}

/** Safari allows one passkey request per click, so creating one after a confirmation takes a second click. */
function AddForm({ owner }: { owner: Owner }) {
  const queryClient = useQueryClient();
  const proof = useProof(owner, 'passkeyPassword');
  const getOptions = $api.useMutation('post', '/user/passkeys/options');
  const add = $api.useMutation('post', '/user/passkeys/add');
  const [isCancelled, setCancelled] = useState(false);
  const [confirmed, setConfirmed] = useState<{ options: Schemas['PasskeyCreationOptions']; at: number }>();
  const tellBrowser = useTellBrowser();
  const { onSubmit, onInput, errors, problem, pending } = useAccountForm(async (form) => {
    setCancelled(false);
    // We compare times, because timers stop while a computer sleeps. The server refuses an old challenge.
    const isFresh = confirmed && Date.now() - confirmed.at < confirmed.options.timeout;
    let options = isFresh ? confirmed.options : undefined;
    setConfirmed(undefined);
    if (!options) {
      const body = await proof.get(form);
      if (!body) return;
      options = await getOptions.mutateAsync({ body });
      if (proof.byPasskey) return setConfirmed({ options, at: Date.now() });
    }
    const { createPasskey } = await loadWebAuthn();
    const credential = await createPasskey(options);
    if (!credential) return setCancelled(true);
    const body = { name: fieldOf(form, 'passkeyName').trim(), credential };
    await add.mutateAsync({ body }).catch(async (thrown) => {
      // The device has already created the passkey and would keep offering it.
      await tellBrowser();
      throw thrown;
    });
    form.reset();
    toast.success('Passkey added.');
    await queryClient.invalidateQueries(listQuery);
  }, proof.errorsOf);
  // Browsers do not distinguish a key without a PIN from a cancelled request.
  const cancelled = 'No passkey was added. A security key needs a PIN: set one in its settings, then try again.';
  const note = confirmed ? 'Confirmed. Now create the new passkey.' : isCancelled ? cancelled : '';
  return (
    <details>
      <summary>Add a passkey</summary>
      <form className="form" method="post" noValidate onSubmit={onSubmit} onInput={onInput}>
        <Field
          name="passkeyName"
          label="Name of the passkey"
          hint="A name that you will recognise, such as My laptop."
          autoComplete="off"
          maxLength={60}
          error={errors.passkeyName}
        />
        {!confirmed && proof.fields(errors.passkeyPassword)}
        <FormProblem problem={problem} errors={errors} />
        <p role="status">
          <ChangingText>{note}</ChangingText>
        </p>
        <button type="submit" className="btn btn--solid" aria-disabled={pending}>
          {confirmed ? 'Create the passkey' : 'Add the passkey'}
        </button>
      </form>
    </details>
  );
}

function RenameForm({ passkey: { id, name } }: { passkey: Passkey }) {
  const queryClient = useQueryClient();
  const rename = $api.useMutation('post', '/user/passkeys/rename');
  const field = `name-${id}`;
  const { onSubmit, onInput, errors, problem, pending } = useAccountForm(async (form) => {
    await rename.mutateAsync({ body: { id, name: fieldOf(form, field).trim() } });
    toast.success('Passkey renamed.');
    await queryClient.invalidateQueries(listQuery);
  });
  return (
    <details>
      <summary>
        Rename<span className="visually-hidden"> {name}</span>
      </summary>
      <form className="form" method="post" noValidate onSubmit={onSubmit} onInput={onInput}>
        <Field
          name={field}
          label="New name"
          defaultValue={name}
          autoComplete="off"
          maxLength={60}
          error={errors[field]}
        />
        <FormProblem problem={problem} errors={errors} />
        <button type="submit" className="btn" aria-disabled={pending}>
          Rename
        </button>
      </form>
    </details>
  );
}

function RemoveForm({ passkey: { id, name }, owner }: { passkey: Passkey; owner: Owner }) {
  const field = `password-${id}`;
  const proof = useProof(owner, field);
  const remove = useRemovePasskeys(owner.me?.email);
  const { onSubmit, onInput, errors, problem, pending } = useAccountForm(async (form) => {
    const body = await proof.get(form);
    if (!body) return;
    await remove({ ...body, ids: [id] });
    toast.success('Passkey removed. Other devices are logged out.');
    // The focused button has disappeared.
    document.getElementById(headingId)?.focus();
  }, proof.errorsOf);
  return (
    <details>
      <summary>
        Remove<span className="visually-hidden"> {name}</span>
      </summary>
      <form className="form" method="post" noValidate onSubmit={onSubmit} onInput={onInput}>
        {proof.fields(errors[field])}
        <FormProblem problem={problem} errors={errors} />
        <button type="submit" className="btn btn--solid" aria-disabled={pending}>
          Remove for good
        </button>
      </form>
    </details>
  );
}

/** Tells the browser which passkeys exist. The change counts even if that fails. */
function useTellBrowser() {
  const queryClient = useQueryClient();
  const tell = async () => {
    const { tellAccepted } = await loadWebAuthn();
    await tellAccepted(await queryClient.fetchQuery({ ...listQuery, staleTime: 0, retry: false }));
  };
  return () => tell().catch(() => undefined);
}

/** Removes passkeys here and in the browser. All other sessions end, and this one gets a new token. */
export function useRemovePasskeys(email?: string | null) {
  const remove = $api.useMutation('post', '/user/passkeys/remove');
  const tellBrowser = useTellBrowser();
  return async (body: Schemas['PasskeyRemoval']) => {
    const tokenBefore = getToken();
    const { token } = await remove.mutateAsync({ body });
    // A later logout or login takes precedence.
    if (getToken() !== tokenBefore) return;
    setToken(token, email);
    await tellBrowser();
  };
}
