import { newId, newReference } from '../ids';
import type { Dispute, Line, Payment, Refund, Settlement } from './entities';
import { refused, unknownId } from './errors';
import { OF_PAYMENTS_ONLY, type SettlementFault, shownRows, unsummed } from './settlement-faults';
import type { Store } from './store';

const IST_OFFSET_SECONDS = 19_800;
const DAY_SECONDS = 86_400;
const RUN_AT_SECONDS = 11 * 3_600;
/** Working days between a capture and its settlement. All payments here are domestic. */
const PAYMENT_DAYS = 2;
const LATE_SECONDS = 2 * DAY_SECONDS;

/** 11:00 in India, `workingDays` after a time. Monday to Friday are working days; bank holidays are not known. */
function runAfter(seconds: number, workingDays: number): number {
  let day = Math.floor((seconds + IST_OFFSET_SECONDS) / DAY_SECONDS);
  for (let left = workingDays; left > 0; ) {
    day += 1;
    const weekday = (day + 4) % 7;
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return day * DAY_SECONDS + RUN_AT_SECONDS - IST_OFFSET_SECONDS;
}

function indianDate(seconds: number): string {
  return new Date((seconds + IST_OFFSET_SECONDS) * 1_000).toISOString().slice(0, 10);
}

/** Fields that all lines about a payment share. */
function lineOf(store: Store, payment: Payment, workingDays: number) {
  const { order_id, card, method, currency } = payment;
  return {
    debit: 0,
    credit: 0,
    currency,
    fee: 0,
    tax: 0,
    on_hold: false,
    settled_at: null,
    settlement_id: null,
    posted_at: null,
    credit_type: 'default',
    description: null,
    notes: '{}',
    payment_id: payment.id,
    settlement_utr: null,
    order_id,
    order_receipt: store.orders.get(order_id)?.receipt ?? null,
    method,
    card_network: card?.network ?? null,
    card_issuer: card?.issuer ?? null,
    card_type: card?.type ?? null,
    dispute_id: null,
    settles_at: runAfter(store.clock.nowSeconds(), workingDays),
  };
}

export function paymentLine(store: Store, payment: Payment): Line {
  const { id, amount, fee, tax, description, notes, created_at } = payment;
  return {
    entity_id: id,
    type: 'payment',
    ...lineOf(store, payment, PAYMENT_DAYS),
    amount,
    credit: amount - (fee ?? 0),
    fee: fee ?? 0,
    tax: tax ?? 0,
    payment_id: null,
    description,
    notes: JSON.stringify({ ...notes }),
    created_at,
  };
}

/** A refund is debited when it is made. The refund of a payment that was not captured moves no balance. */
export function refundLines(store: Store, payment: Payment, { id, amount, notes, created_at }: Refund): Line[] {
  if (!payment.captured) return [];
  const line = { ...lineOf(store, payment, 1), notes: JSON.stringify({ ...notes }), created_at };
  return [{ ...line, entity_id: id, type: 'refund', amount, debit: amount }];
}

/** A failed refund is never deducted. If it was already, its amount is credited. */
export function failedRefundLines(store: Store, payment: Payment, { id, amount }: Refund): Line[] {
  settleDue(store);
  const debit = store.lines.get(id);
  if (!debit) return [];
  if (!debit.settlement_id) return [{ ...debit, settles_at: null }];
  return [{ ...adjustment(store, payment, amount), credit: amount, description: `Reversal of ${id}` }];
}

export function disputeLine(store: Store, payment: Payment, { id, amount }: Dispute): Line {
  return { ...adjustment(store, payment, amount), debit: amount, description: 'Chargeback', dispute_id: id };
}

function adjustment(store: Store, payment: Payment, amount: number): Line {
  const line = { ...lineOf(store, payment, 1), created_at: store.clock.nowSeconds() };
  return { ...line, entity_id: newId('adj'), type: 'adjustment', amount };
}

/** Makes the due settlements, one for each run, and repeats failed ones. */
export function settleDue(store: Store): void {
  const now = store.clock.nowSeconds();
  const due = [...store.lines.values()].filter(
    ({ settles_at, settlement_id }) => !settlement_id && settles_at !== null && settles_at <= now,
  );
  for (const run of new Set(due.map(({ settles_at }) => settles_at ?? now))) {
    const lines = due.filter(({ settles_at }) => settles_at === run);
    settle(store, lines, run);
  }
  for (const [id, fault] of store.settlementFaults) if (fault === 'settlement_failed') failAndRepeat(store, id);
}

function settle(store: Store, due: Line[], created_at: number): void {
  const total = (field: 'credit' | 'debit' | 'fee' | 'tax') => due.reduce((sum, line) => sum + line[field], 0);
  const settlement: Settlement = {
    id: newId('setl'),
    entity: 'settlement',
    amount: total('credit') - total('debit'),
    status: 'processed',
    fees: total('fee'),
    tax: total('tax'),
    utr: `${created_at}${newReference(6)}`,
    created_at,
  };
  const settled = { settlement_id: settlement.id, settlement_utr: settlement.utr, settled_at: created_at };
  store.record({ settlement, lines: due.map((line) => ({ ...line, ...settled })) });
}

/** The bank returns the settlement of this line. The next run repeats it with the same lines and another UTR. */
function failAndRepeat(store: Store, lineId: string): void {
  const settlement = store.settlements.get(store.lines.get(lineId)?.settlement_id ?? '');
  const repeatedAt = settlement && runAfter(settlement.created_at, 1);
  if (!repeatedAt || repeatedAt > store.clock.nowSeconds()) return;
  store.settlementFaults.delete(lineId);
  store.record({ settlement: { ...settlement, status: 'failed' } });
  const lines = [...store.lines.values()].filter(({ settlement_id }) => settlement_id === settlement.id);
  settle(store, lines, repeatedAt);
}

/** The settlements as the account sees them, with their faults. Oldest first. */
export function showSettlements(store: Store): Settlement[] {
  settleDue(store);
  const shown = [...store.settlements.values()].map((settlement) => ({ ...settlement }));
  for (const [lineId, fault] of store.settlementFaults) {
    const line = store.lines.get(lineId);
    const settlement = shown.find(({ id }) => id === line?.settlement_id);
    if (line && settlement) settlement.amount += unsummed(line, fault);
  }
  return shown.sort((a, b) => a.created_at - b.created_at);
}

/** The settled lines of an Indian day (`2026-11-24`) or month (`2026-11`). */
export function reconRows(store: Store, period: string) {
  settleDue(store);
  const now = store.clock.nowSeconds();
  const isListed = ({ settled_at }: Line, fault?: SettlementFault) => {
    if (settled_at === null || (fault === 'late_row' && settled_at + LATE_SECONDS > now)) return false;
    return indianDate(settled_at + (fault === 'other_day' ? DAY_SECONDS : 0)).startsWith(period);
  };
  return [...store.lines.values()].flatMap((line) => {
    const fault = store.settlementFaults.get(line.entity_id);
    return isListed(line, fault) ? shownRows(line, fault) : [];
  });
}

/** Plants a fault at the line of a payment, refund or dispute, before or after it is settled. One fault per line. */
export function plantFault(store: Store, id: string, fault: SettlementFault) {
  const line = store.lines.get(id) ?? [...store.lines.values()].find(({ dispute_id }) => dispute_id === id);
  if (!line) throw unknownId();
  if (OF_PAYMENTS_ONLY.includes(fault) && line.type !== 'payment') throw refused(`Only a payment can have ${fault}`);
  store.settlementFaults.set(line.entity_id, fault);
  return { fault, entity_id: line.entity_id };
}
