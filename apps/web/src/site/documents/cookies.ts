import { draft } from '../claims';
import type { Block } from '../section';
import { numbered, paragraph } from './blocks';

const storage: Block = {
  kind: 'table',
  caption: 'What the site stores in your browser',
  columns: ['Name', 'Purpose', 'Kept until'],
  rows: [
    ['`token`', 'Keeps you logged in.', 'You log out.'],
    ['`email`', 'Shows which account you are logged in to.', 'You log out.'],
    [
      '`device`',
      'A random number by which your account knows this browser, so that others cannot lock you out and you get an email about a login elsewhere.',
      'You clear it.',
    ],
    ['`theme`', 'Remembers light or dark, if you chose one.', 'You choose the system setting.'],
    ['`consent`', 'Your answer, if the home page asks before it loads a third-party script.', 'You clear it.'],
    [
      '`payment`',
      'The number of your order and the identifiers from Razorpay, so that a reload does not lose your payment.',
      'The payment has been verified.',
    ],
    [
      '`login-state`',
      'A random number, used once. It prevents others from logging you in to their account.',
      'You return from GitHub or Google, or close the tab.',
    ],
    [
      '`arrival-toast`',
      'One message for the next page, such as “Payment Success”.',
      'The page has shown it, or you pay again.',
    ],
  ],
};

/** The list must be complete: the site stores everything through `api/storage.ts`. */
export const cookies: Block[] = [
  paragraph(
    draft('This site sets no cookies. It stores a few items in your browser. None of them tracks you on other sites.'),
  ),
  ...numbered('cookies', [
    ['What we store in your browser', storage],
    [
      'Third parties',
      'Checkout is provided by Razorpay, under [its privacy policy](https://razorpay.com/privacy/). Log-in through GitHub or Google takes place on their pages, under their rules. A third-party script on the home page loads only if you agree.',
    ],
    [
      'Page speed',
      'Your browser sends five measurements of page speed and the address of the page to our own server. They do not identify you.',
    ],
    [
      'Your choices',
      'Log out, or clear the site’s data in your browser. If you block storage you can still read every page, but you are logged out when you leave.',
    ],
  ]),
];
