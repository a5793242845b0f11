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
  /** null: cancelled, by the button. */
  onFailure: (problem: Problem | null) => void;
  /** The browser allows no passkeys here. */
  onRefusal: () => void;
  /** Ends everything when the page is left. */
  signal: AbortSignal;
};

/** How often the age of the challenge is looked at: timers stop while a computer sleeps. */
const lookMs = 30_000;

/**
 * The log-in page's two ways to a passkey: offered by the browser in the e-mail field, which waits, and by a button. A
 * browser has one request at a time, so the waiting one is ended before any other log-in.
 */
export function startPasskeyOffer({ getOptions, logIn, onFailure, onRefusal, signal }: Page) {
  let options: Options | undefined;
  let receivedAt = 0;
  /** Counts what was begun: an older request that answers late is out of date. */
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
    // An offer that was only about to begin has begun after this answer of the browser, which comes in turn.
    await isFieldSupported();
    if (mine === turn) endRequest();
    return mine;
  };

  async function send(answer: PasskeyAnswer) {
    const rpId = options?.rpId ?? '';
    options = undefined; // its challenge is used up
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
      // Ended by the browser: offered again at the next look.
      if (answer) await send(answer);
      else options = undefined;
    } catch (thrown) {
      if (mine !== turn) return;
      if ((thrown as PasskeyProblem).isRefused) onRefusal();
      // An offer that fails before a visitor has taken it concerns no visitor.
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
