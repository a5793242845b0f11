import { noAnswer } from '@novacore/client';
import { askForPasskey, endRequest } from '../../api/webauthn';
import { startPasskeyOffer } from './passkey-offer';

jest.mock('../../api/webauthn', () => ({
  askForPasskey: jest.fn(),
  endRequest: jest.fn(),
  isFieldSupported: async () => true,
  tellUnknown: jest.fn(),
}));
const ask = askForPasskey as jest.Mock;

/** `offer` is the pending request in the field; `button` asks at once. */
let requests: { kind: 'offer' | 'button'; answer: (answer: object | null) => void }[];
const kinds = () => requests.map(({ kind }) => kind);
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
  const events = { addEventListener: () => undefined };
  Object.assign(globalThis, { document: { hidden: false, ...events }, window: events });
  requests = [];
  ask.mockImplementation(
    (_, inField?: boolean) =>
      new Promise((answer) => requests.push({ kind: inField ? 'offer' : 'button', answer: answer as never })),
  );
  (endRequest as jest.Mock).mockImplementation(() => {
    for (const { answer } of requests.splice(0)) answer(null);
  });
});
afterEach(() => jest.useRealTimers());

async function openPage() {
  const page = {
    getOptions: jest.fn(async () => ({ rpId: 'localhost', challenge: 'c', timeout: 300_000 }) as never),
    logIn: jest.fn(async () => undefined),
    onFailure: jest.fn(),
    onRefusal: jest.fn(),
  };
  const offer = startPasskeyOffer({ ...page, signal: new AbortController().signal });
  await settle();
  return { ...page, offer };
}

test('the browser’s offer waits, and logs in when it is taken', async () => {
  const { logIn } = await openPage();
  expect(kinds()).toEqual(['offer']);
  requests[0]?.answer({ id: 'key' });
  await settle();
  expect(logIn.mock.calls).toEqual([[{ id: 'key' }]]);
});

test('the button ends the offer; a cancelled attempt is no error, and the offer comes back', async () => {
  const { offer, onFailure } = await openPage();
  void offer.ask();
  await settle();
  expect(kinds()).toEqual(['button']);
  requests.splice(0)[0]?.answer(null);
  await settle();
  expect([onFailure.mock.calls, kinds()]).toEqual([[[null]], ['offer']]);
});

test('a log-in with the password ends the offer, also a passkey that was asked for just before', async () => {
  const { offer } = await openPage();
  void offer.ask();
  void offer.end();
  await settle();
  expect(kinds()).toEqual([]);
});

test('a log-in by the offer that the server cannot answer says so', async () => {
  const { logIn, onFailure } = await openPage();
  logIn.mockRejectedValueOnce(noAnswer());
  requests[0]?.answer({ id: 'key' });
  await settle();
  expect(onFailure.mock.calls).toEqual([[noAnswer()]]);
});

test('a page that idles offers again with a new challenge', async () => {
  const { getOptions } = await openPage();
  await jest.advanceTimersByTimeAsync(330_000);
  expect([getOptions.mock.calls.length, kinds()]).toEqual([2, ['offer']]);
});
