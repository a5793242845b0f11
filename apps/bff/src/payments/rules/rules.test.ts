import fc from 'fast-check';
import {
  apply,
  newBooks,
  noLoss,
  PaymentWorld,
  price,
  type Step,
  steps,
} from '../../../../../test/support/payment-world';
import {
  type DisputeStatus,
  disputeStatuses,
  type KnownDispute,
  type OrderStatus,
  type PaymentReport,
  paymentStatuses,
  refundStatuses,
} from './books';
import { Contradiction } from './errors';
import { factsOf } from './facts';
import { mergeDispute, processedPaise } from './merge';
import { fitsOrder, isSettled } from './order-status';
import { followUpMs, nextCheckDelayMs, soonerCheckMs, statusAtEnd } from './schedule';

const hour = 3_600_000;
const runs = { numRuns: 150 };
const world = (history: Step[]) => new PaymentWorld().live(history);

/** Such as `pay00 move10`: see `Step`. */
const script = (text: string) =>
  text.split(' ').map((step) => [step.slice(0, -2), +step.slice(-2, -1), +step.slice(-1)] as Step);
const paidTwice = 'pay00 pay00 move00 report00 move10';
const starts = [
  ...[
    'pay00',
    'pay02 move00',
    'pay03 move00',
    paidTwice,
    `${paidTwice} check00 settle10 check00 settle12 check00 settle14`,
  ],
  ...[`${paidTwice} dispute14`, `${paidTwice} report10 refund00`, 'pay00 pay00 move00 report00 move11 report10'],
  ...['pay01 pay00 move00 report00 move11', 'pay00 move00 refund00 settle01 report00 settle00 report00'],
];
/** Events at the bank, at the provider and in the provider's dashboard. */
const outside: Step[0][] = ['pay', 'move', 'refund', 'settle', 'settle', 'report', 'report'];
const after = (kinds: Step[0][]) => fc.constantFrom(...starts).chain((start) => steps(kinds, script(start)));
const anything = after([...outside, 'ask', 'dispute', 'check', 'check']);
const shuffled = <T>(items: T[]) => fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length });

/** An order only moves forward. The database enforces this too. */
const orderStatuses: OrderStatus[] = ['CREATED', 'EXPIRED', 'AUTHORIZED', 'REVIEW', 'PAID', 'REFUNDED'];

describe('reports in any order, repeated, or missing and coming later', () => {
  /** Compares books that learn everything in order with books that learn it in another. */
  const compare = (histories: fc.Arbitrary<Step[]>, look: (books: ReturnType<typeof newBooks>) => unknown) =>
    fc.assert(
      fc.asyncProperty(histories, fc.gen(), async (history, gen) => {
        const { provider, reports } = await world(history);
        const all = [...reports, ...(await provider.paymentsOf('order')).payments];
        const [inOrder, other] = [all, gen(shuffled<PaymentReport>, [...all, ...reports])];
        expect(look(other.reduce(apply, newBooks()))).toEqual(look(inOrder.reduce(apply, newBooks())));
      }),
      runs,
    );

  test('give the same money in the books', () =>
    compare(after(outside), (books) =>
      factsOf(books)
        .payments.map(({ payment, received, held, acceptedPaise }) => [
          ...[payment.id, received, held, acceptedPaise],
          ...payment.refunds.map((refund) => [refund.providerId, refund.status, refund.amountPaise]).sort(),
        ])
        .sort(),
    ));

  test('give the same state of an order whose payments have its amount and are not refunded', () =>
    compare(steps(['move', 'report'], script('pay00 pay00')), ({ status, payments }) => [
      status,
      payments.map(({ id, status: at }) => `${id} ${at}`).sort(),
    ]));

  test('end a dispute in the same way: the worst of its ends counts', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...disputeStatuses), { minLength: 1 }), fc.gen(), (statuses, gen) => {
        const end = (each: DisputeStatus[]) =>
          each.reduce<KnownDispute | undefined>((known, status) => {
            const dispute = { ...noLoss, id: 'd', paymentId: 'p', closedAt: null };
            const amountDeductedPaise = status === 'lost' ? price : 0;
            const merged = mergeDispute(known, { ...dispute, status, amountDeductedPaise });
            return merged ? { ...dispute, ...merged } : known;
          }, undefined);
        expect(end(gen(shuffled<DisputeStatus>, statuses))).toEqual(end(statuses));
        expect(end(statuses)?.amountDeductedPaise).toBe(statuses.includes('lost') ? price : 0);
      }),
    ));

  test('never take a state, an amount or the payment that paid back', () =>
    fc.assert(
      fc.asyncProperty(anything, async (history) => {
        const { seen } = await world(history);
        for (const [at, after] of seen.slice(1).entries()) {
          const before = seen[at] as typeof after;
          expect(orderStatuses.indexOf(after.status)).toBeGreaterThanOrEqual(orderStatuses.indexOf(before.status));
          if (before.paidPaymentId) expect(after.paidPaymentId).toBe(before.paidPaymentId);
          expect(isSettled(after.status)).toBe(after.paidPaymentId !== null);
          for (const known of before.payments) {
            const payment = after.payments.find(({ id }) => id === known.id) as typeof known;
            const place = ({ status, refunds, amountRefundedPaise }: typeof known) => [
              ...[paymentStatuses.indexOf(status), amountRefundedPaise],
              ...known.refunds.map((_, index) => refundStatuses.indexOf(refunds[index]?.status ?? 'pending')),
            ];
            const gone = place(payment).filter((value, index) => value < (place(known)[index] ?? 0));
            expect(gone).toEqual([]);
            if (payment.status === 'refunded' && known.status !== 'refunded')
              expect(processedPaise(payment.refunds)).toBeGreaterThanOrEqual(payment.amountPaise);
          }
        }
      }),
      runs,
    ));

  test('that give a payment another amount or currency are refused', () =>
    fc.assert(
      fc.asyncProperty(anything, fc.constantFrom({ amountPaise: 1 }, { currency: 'EUR' }), async (history, other) => {
        const { books, reports } = await world(history);
        for (const report of reports) expect(() => apply(books, { ...report, ...other })).toThrow(Contradiction);
      }),
      runs,
    ));
});

test('only its own amount in its own currency pays an order', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 * price }), fc.constantFrom('INR', 'USD'), (amountPaise, currency) => {
      const payment = { status: 'captured' as const, amountPaise, currency, feeBearer: null, feePaise: null };
      const fits = amountPaise === price && currency === 'INR';
      expect(fitsOrder({ amountPaise: price, currency: 'INR' }, payment)).toBe(fits);
    }),
  ));

describe('no path loses or doubles a rupee', () => {
  const isFailed = ({ status }: { status: string }) => status === 'failed';

  test('the books have what the provider holds; what it holds too much goes back once, or needs a person', () =>
    fc.assert(
      fc.asyncProperty(anything, async (history) => {
        const { books, provider } = await (await world(history)).settleAll();
        const facts = factsOf(books);
        const captured = provider.payments.filter((payment) => payment.captured);
        const sum = (name: 'amountPaise' | 'amountRefundedPaise') =>
          captured.reduce((paise, each) => paise + each[name], 0);
        expect([facts.receivedPaise, facts.returnedPaise]).toEqual([sum('amountPaise'), sum('amountRefundedPaise')]);
        if (captured.length) expect(['PAID', 'REFUNDED', 'REVIEW']).toContain(books.status);
        const subjects = facts.needs.map(({ subject }) => subject);
        if (books.status === 'REVIEW') expect(subjects).toContain('order');
        for (const { id, refunds, amountPaise, amountRefundedPaise } of captured) {
          const disputes = books.payments.find((payment) => payment.id === id)?.disputes ?? [];
          const isBanks = disputes.some(({ status }) => status !== 'won' && status !== 'closed');
          const byUs = refunds.filter(({ reason }) => reason === 'surplus');
          expect(byUs.length).toBeLessThanOrEqual(3);
          if (id === books.paidPaymentId) expect(byUs).toEqual([]);
          else if (!isSettled(books.status) || amountRefundedPaise === amountPaise || isBanks) continue;
          else expect([refunds.filter(isFailed).length >= 3, subjects.includes(id)]).toEqual([true, true]);
        }
        const ours = ({ amountPaise, feeBearer, feePaise, currency }: PaymentReport) =>
          currency === 'INR' && amountPaise - (feeBearer === 'customer' ? (feePaise ?? 0) : 0) === price;
        if (captured.some((each) => ours(each) && !each.refunds.length)) expect(books.status).not.toBe('REVIEW');
        const paid = captured.filter(({ id }) => id === books.paidPaymentId);
        if (books.status === 'PAID')
          expect(paid.map((each) => [ours(each), each.status])).toEqual([[true, 'captured']]);
      }),
      runs,
    ));

  test('what is open is checked again: a surplus at once, a refund and a dispute until they end', () =>
    fc.assert(
      fc.asyncProperty(anything, async (history) => {
        const facts = factsOf((await world(history)).books);
        const handled = facts.refundable.map(({ id }) => id);
        const ms = (ids: string[]) => followUpMs(facts, new Date(0), ids) ?? Infinity;
        if (handled.length) expect([ms([]), ms(handled) > 0, ms(handled) < hour]).toEqual([0, true, true]);
        if (facts.pendingRefunds.length || facts.awaitsDecision) expect(ms([])).toBeLessThanOrEqual(24 * hour);
        expect(soonerCheckMs(facts, { dueNow: true, scheduled: true })).toBe(0);
        if (facts.surplus.length) expect(soonerCheckMs(facts, { dueNow: false, scheduled: true })).toBeLessThan(hour);
      }),
      runs,
    ));
});

test('an order is checked at five ages of its state, however often it is checked between', () => {
  const planned = [hour / 4, hour, 6 * hour, 24 * hour, 72 * hour];
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100 * hour })), (extra) => {
      const ages = [0, ...planned, ...extra].map((age) => age + (nextCheckDelayMs(age) ?? Infinity));
      expect([...new Set(ages)].sort((a, b) => a - b)).toEqual([...planned, Infinity]);
    }),
  );
  expect((['CREATED', 'AUTHORIZED', 'PAID'] as const).map(statusAtEnd)).toEqual(['EXPIRED', 'REVIEW', 'PAID']);
});
