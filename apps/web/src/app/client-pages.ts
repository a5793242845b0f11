import type { ComponentType } from 'react';
import type { PageHead } from '../site/page';

/** A page of the application: its content depends on who is there, so only its shell is prerendered. */
export type ClientPage = PageHead & {
  /** Without navigation and footer. */
  bare?: boolean;
  /** The module that shows it. */
  file: string;
  /** A module that the document runs as soon as it is there, before what shows the page. */
  start?: string;
};

const modules = import.meta.glob<{ default: ComponentType }>('../features/*/*-page.tsx');

const page = (path: string, title: string, description: string, name: string, bare = false): ClientPage => ({
  path,
  title,
  description,
  navColour: 'white',
  noindex: true,
  bare,
  file: `features/${name}-page.tsx`,
});

export const clientPages: ClientPage[] = [
  page('/login', 'Log in', 'Log in to NovaCore with e-mail and password, GitHub or Google.', 'account/login', true),
  page('/signup', 'Sign up', 'Create a NovaCore account.', 'account/signup', true),
  page('/callback', 'Logging you in', 'You are on your way back from GitHub or Google.', 'account/callback'),
  {
    ...page('/payment', 'Payment', 'Pay by card, UPI or net banking.', 'payment/payment'),
    start: 'features/payment/start-payment.ts',
  },
  page('/account', 'Your account', 'Who is signed in, and your password.', 'account/account'),
  page('/account/payments', 'Your payments', 'Each of your orders: its state, and its receipt.', 'payment/payments'),
];

/** @throws when no such module is there. */
export async function loadClientPage(file: string): Promise<ComponentType> {
  const load = modules[`../${file}`];
  if (!load) throw new Error(`There is no ${file}.`);
  return (await load()).default;
}
