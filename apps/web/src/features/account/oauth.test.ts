import { authorizeUrl, takeCallback } from './oauth';

const provider = { authorizeUrl: 'https://idp.example/authorize', clientId: 'web', audience: 'api' };

beforeEach(() => {
  Object.assign(globalThis, { window: { location: { origin: 'https://site.example', hash: '' } } });
});

const start = () => new URL(authorizeUrl(provider, 'github')).searchParams.get('state');
function reply(fragment: string) {
  window.__fragment = fragment;
  return takeCallback();
}

test('the reply to the log-in of this tab is accepted once', () => {
  const fragment = `access_token=mine&state=${start()}`;
  expect(reply(fragment)).toEqual({ token: 'mine' });
  expect(reply(fragment)).toEqual({ refusal: expect.stringContaining('did not start in this tab') });
});

test('a reply that does not belong to the log-in of this tab is refused, and so is the right one after it', () => {
  for (const fragment of ['access_token=stolen', `access_token=stolen&state=${'0'.repeat(32)}`]) {
    const state = start();
    expect(reply(fragment)).toEqual({ refusal: expect.stringContaining('did not start in this tab') });
    expect(reply(`access_token=mine&state=${state}`)).toHaveProperty('refusal');
  }
  expect(reply('')).toEqual({ refusal: 'The login failed. Please try again.' });
  expect(reply(`error=access_denied&state=${start()}`)).toEqual({ refusal: 'The login was cancelled.' });
});
