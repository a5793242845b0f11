import type { components } from '@novacore/client';
import { asProblem, type Problem } from '@novacore/client';
import {
  askForPasskey,
  endRequest,
  isFieldSupported,
  type PasskeyAnswer,
  type PasskeyProblem,
  tellUnknown,
} from '../../api/webauthn';

type Options = components['schemas']['PasskeyOptions'];

type Page = {
  getOptions: () => Promise<Options>;
  logIn: (answer: PasskeyAnswer) => Promise<void>;
  /** Null means that the user cancelled. */
  onFailure: (problem: Problem | null) => void;
  /** The browser does not allow passkeys here. */
  onRefusal: () => void;
  /** Aborts when the page is left. */
  signal: AbortSignal;
};

/** We poll the challenge's age, because timers stop while a computer sleeps. */
const lookMs = 30_000;

/**
 * The login page offers passkeys in the email field and by a button. A browser allows one request at a time, so the
 * pending offer is aborted before any other login.
 */
export function startPasskeyOffer({ getOptions, logIn, onFailure, onRefusal, signal }: Page) {
  let options: Options | undefined;
  let receivedAt = 0;
  /** The number of the current request. A reply to an older one is ignored. */
  let turn = 0;
  let isOffering = false;

  const isFresh = () => options !== undefined && Date.now() - receivedAt < options.timeout;
  const freshOptions = async () => {
    if (options && isFresh()) return options;
    const askedAt = Date.now();
    const received = await getOptions();
    [options, receivedAt] = [received, askedAt];
    return received;
  };

  const end = async () => {
    const mine = ++turn;
    isOffering = false;
    endRequest();
    // The browser answers in order, so an offer that was about to start has started now.
    await isFieldSupported();
    if (mine === turn) endRequest();
    return mine;
  };

  async function send(answer: PasskeyAnswer) {
    const rpId = options?.rpId ?? '';
    options = undefined; // The challenge has been used.
    try {
      await logIn(answer);
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (problem.code === 'passkey_unknown') void tellUnknown(rpId, answer.id);
      throw problem;
    }
  }

  async function offer() {
    if (signal.aborted) return;
    const mine = await end();
    if (mine !== turn || !(await isFieldSupported()) || mine !== turn) return;
    isOffering = true;
    let isTaken = false;
    try {
      const optionsJSON = await freshOptions();
      if (mine !== turn) return;
      const answer = await askForPasskey(optionsJSON, true);
      if (mine !== turn) return;
      isTaken = answer !== null;
      // The browser ended the offer. The next poll starts it again.
      if (answer) await send(answer);
      else options = undefined;
    } catch (thrown) {
      if (mine !== turn) return;
      if ((thrown as PasskeyProblem).isRefused) onRefusal();
      // The visitor has not picked an offer that fails earlier, so we report nothing.
      else if (isTaken) onFailure(asProblem(thrown));
      options = undefined;
    }
  }

  async function ask() {
    const mine = await end();
    if (mine !== turn) return;
    try {
      const optionsJSON = await freshOptions();
      if (mine !== turn) return;
      const answer = await askForPasskey(optionsJSON);
      if (mine !== turn) return;
      if (answer) return await send(answer);
      onFailure(null);
    } catch (thrown) {
      if (mine !== turn) return;
      onFailure(asProblem(thrown));
      if ((thrown as PasskeyProblem).isRefused) return onRefusal();
    }
    void offer();
  }

  const look = () => {
    if (isOffering && !document.hidden && !isFresh()) void offer();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => void (persisted && offer());
  const timer = setInterval(look, lookMs);
  document.addEventListener('visibilitychange', look, { signal });
  window.addEventListener('pageshow', onShow, { signal });
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    void end();
  });
  void offer();
  return { ask, end, offer };
}

export type PasskeyOffer = ReturnType<typeof startPasskeyOffer>;
