import type { components } from '@novacore/client';
import { type Problem, unreadable } from '@novacore/client';
import {
  browserSupportsWebAuthnAutofill,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

// Loaded when a page needs it: log-in and account with the browser's support for passkeys.

type Schemas = components['schemas'];
export type PasskeyAnswer = Schemas['PasskeyAnswer'];

/** Sentences for what a person can do something about, by the library's code. */
const sentences: Record<string, string> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device or security key has a passkey for your account already.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'This security key has no PIN. Set one in its settings, then try again.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'This security key cannot store passkeys.',
};
/** The same by the browser's own name of the error. */
const namedSentences: Record<string, string> = {
  SecurityError: 'Your browser does not allow passkeys here.',
  NotSupportedError: 'Set a screen lock or a PIN for this device first, then try again.',
};

/** Thrown in place of the browser's error: a problem with a sentence to show. */
export type PasskeyProblem = Problem & { isRefused: boolean };

/** @returns null if the person cancelled, or another request took over: neither is an error. */
async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (thrown) {
    const error = thrown as Error & { code?: string };
    if (error.name === 'NotAllowedError' || error.name === 'AbortError') return null;
    const title = sentences[error.code ?? ''] ?? namedSentences[error.name] ?? 'The passkey could not be used.';
    throw { ...unreadable(), title, isRefused: error.name === 'SecurityError' } satisfies PasskeyProblem;
  }
}

/** Asks for a passkey. @param inField offered in the e-mail field, until the person takes it. */
export const askForPasskey = async (optionsJSON: Schemas['PasskeyOptions'], inField = false) =>
  (await orNull(startAuthentication({ optionsJSON, useBrowserAutofill: inField }))) as PasskeyAnswer | null;

export const createPasskey = async (optionsJSON: Schemas['PasskeyCreationOptions']) =>
  (await orNull(startRegistration({ optionsJSON }))) as Schemas['PasskeyRegistration'] | null;

export const isFieldSupported = browserSupportsWebAuthnAutofill;

export const endRequest = () => WebAuthnAbortService.cancelCeremony();

/** Browsers that cannot be told keep offering what is gone: an attempt with it is refused. */
const ignored = () => undefined;

export const tellUnknown = (rpID: string, credentialID: string) =>
  sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(ignored);

export const tellAccepted = ({ rpId, userHandle, passkeys }: Schemas['Passkeys']) => {
  const allAcceptedCredentialIDs = passkeys.filter(({ usable }) => usable).map(({ credentialId }) => credentialId);
  const signal = { signalName: 'allAcceptedCredentials', rpID: rpId, userID: userHandle } as const;
  return sendSignal({ ...signal, allAcceptedCredentialIDs }).catch(ignored);
};
