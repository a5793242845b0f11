import { draft } from '../claims';
import type { Block } from '../section';
import { numbered, paragraph } from './blocks';

const storage: Block = {
  kind: 'table',
  caption: 'What the site keeps in your browser',
  columns: ['What', 'Why', 'Until'],
  rows: [
    ['`token`', 'You stay logged in.', 'You log out.'],
    ['`theme`', 'Light or dark, if you chose.', 'You choose the system’s.'],
    ['`font`', 'The typeface is here already and can be shown at once.', 'You clear it.'],
    ['`consent`', 'Your answer, where the home page asks before it loads a third-party script.', 'You clear it.'],
    [
      '`payment`',
      'The number of your order, and those that Razorpay gave it: a reload does not lose your payment.',
      'The payment has been checked.',
    ],
    [
      '`state`',
      'One random number, used once: nobody can log you in to an account of theirs.',
      'You are back from GitHub or Google, or close the tab.',
    ],
  ],
};

/** Must list exactly what the site keeps in the browser, all of it through `api/storage.ts`. */
export const cookies: Block[] = [
  paragraph(
    draft(
      'This site sets no cookies. It keeps a few things in your own browser. None of them follows you to other sites.',
    ),
  ),
  ...numbered('cookies', [
    ['What lies in your browser', storage],
    [
      'Other sites in the picture',
      'Checkout comes from Razorpay, under [its privacy policy](https://razorpay.com/privacy/). Log-in through GitHub or Google happens on their pages, under their rules. A third-party script on the home page loads after your yes, or not at all.',
    ],
    [
      'Measuring speed',
      'Our own server learns how fast a page was: five figures and the page’s address, and nothing that names you.',
    ],
    [
      'What you can do',
      'Log out, or clear the site’s data in your browser. With storage blocked you can still read every page; you are then logged out whenever you leave.',
    ],
  ]),
];
