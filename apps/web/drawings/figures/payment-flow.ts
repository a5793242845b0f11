import type { Drawing } from '../drawing';
import { createPen, type Pen } from '../pen';

const lanes = { page: 44, novacore: 280, provider: 516 };
type Lane = keyof typeof lanes;
const names: Record<Lane, string> = { page: 'Your page', novacore: 'NovaCore', provider: 'Provider' };

/** `reply` marks answers and events. */
const messages: { from: Lane; to: Lane; y: number; words?: string; reply?: true }[] = [
  { from: 'page', to: 'novacore', y: 130, words: 'createOrder' },
  { from: 'novacore', to: 'provider', y: 130 },
  { from: 'page', to: 'novacore', y: 205, words: 'claimOrder' },
  { from: 'page', to: 'provider', y: 290, words: 'checkout' },
  { from: 'provider', to: 'page', y: 345, words: 'three identifiers', reply: true },
  { from: 'page', to: 'novacore', y: 430, words: 'verifyPayment' },
  { from: 'novacore', to: 'provider', y: 430, words: 'is it so?' },
  { from: 'provider', to: 'novacore', y: 505, words: 'signed event', reply: true },
];

function arrow(pen: Pen, { from, to, y, words, reply }: (typeof messages)[number]) {
  const [start, end] = [lanes[from], lanes[to]];
  const back = end > start ? -9 : 9;
  pen.line(reply ? 'dotted' : 'heavy', [start, y], [end, y]);
  pen.line('heavy', [end + back, y - 6], [end, y], [end + back, y + 6]);
  if (words) pen.text('bold', [Math.min(start, end) + 14, y - 10], words);
}

export default function paymentFlow(): Drawing {
  const pen = createPen();
  for (const lane of Object.keys(lanes) as Lane[]) {
    const x = lanes[lane];
    pen.line('line', [x, 64], [x, 548]);
    pen.rect('top', x - 22, 20, 44, 44);
    for (let n = 0; n < 9; n++)
      if (n !== 4) pen.rect('detail', x - 14 + (n % 3) * 10, 28 + Math.floor(n / 3) * 10, 8, 8);
    pen.text('bold', [x, 8], names[lane], 'middle');
  }
  for (const message of messages) arrow(pen, message);
  pen.rect('core-top', lanes.novacore - 8, 197, 16, 16);
  return {
    viewBox: '-20 -20 600 580',
    label:
      'One payment: your page creates an order and claims it at NovaCore, opens checkout at the provider, and has the three identifiers verified by NovaCore, which asks the provider. The provider also tells NovaCore by a signed event.',
    markup: pen.markup(),
  };
}
