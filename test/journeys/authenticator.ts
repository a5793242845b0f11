import type { CDPSession, Page } from 'playwright-core';
import { password } from '../support/api';
import { press } from './journey';

/** A browser's virtual authenticator, which answers only while it is touched. */
export async function plugIn(page: Page, options: object = {}) {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const kind = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const;
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...kind, isUserVerified: true, automaticPresenceSimulation: true, ...options },
  });
  return {
    touch: (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    unplug: () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

export async function addPasskey(page: Page, name: string) {
  await page.goto('/account');
  await page.getByText('Add a passkey', { exact: true }).click();
  await page.getByLabel('Name of the passkey', { exact: true }).fill(name);
  await page.locator('#passkeyPassword').fill(password);
  await press(page, 'Add the passkey');
}
