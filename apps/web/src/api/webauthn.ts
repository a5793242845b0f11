import type { components } from '@novacore/client';
import { type Problem, unreadable } from '@novacore/client';
import {
  browserSupportsWebAuthnAutofill,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

// The login and account pages load this module only if the browser supports passkeys.

type Schemas = components['schemas'];
export type PasskeyAnswer = Schemas['PasskeyAnswer'];

/** Messages for errors that the user can act on, by the library's code. */
const sentences: Record<string, string> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device or security key already has a passkey for your account.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'This security key has no PIN. Set one in its settings, then try again.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'This security key cannot store passkeys.',
};
/** Messages by the browser's error name. */
const namedSentences: Record<string, string> = {
  SecurityError: 'Your browser does not allow passkeys here.',
  NotSupportedError: 'Set a screen lock or a PIN for this device first, then try again.',
};

/** A browser error as a problem with a message for the user. */
export type PasskeyProblem = Problem & { isRefused: boolean };

/** @returns null if the user cancelled or another request replaced this one. */
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

/** Asks for a passkey. @param inField offers it in the email field until the user picks one. */
export const askForPasskey = async (optionsJSON: Schemas['PasskeyOptions'], inField = false) =>
  (await orNull(startAuthentication({ optionsJSON, useBrowserAutofill: inField }))) as PasskeyAnswer | null;

export const createPasskey = async (optionsJSON: Schemas['PasskeyCreationOptions']) =>
  (await orNull(startRegistration({ optionsJSON }))) as Schemas['PasskeyRegistration'] | null;

export const isFieldSupported = browserSupportsWebAuthnAutofill;

export const endRequest = () => WebAuthnAbortService.cancelCeremony();

/** Browsers without these signals keep offering a removed passkey; the server refuses it. */
const ignored = () => undefined;

export const tellUnknown = (rpID: string, credentialID: string) =>
  sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(ignored);

export const tellAccepted = ({ rpId, userHandle, passkeys }: Schemas['Passkeys']) => {
  const allAcceptedCredentialIDs = passkeys.filter(({ usable }) => usable).map(({ credentialId }) => credentialId);
  const signal = { signalName: 'allAcceptedCredentials', rpID: rpId, userID: userHandle } as const;
  return sendSignal({ ...signal, allAcceptedCredentialIDs }).catch(ignored);
};
