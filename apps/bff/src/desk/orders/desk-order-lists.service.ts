import { Injectable } from '@nestjs/common';
import { usersWith } from '../../account/email';
import { endOfDay, indianToday, startOfDay } from '../../books/indian-days';
import { type Cell, csv, paise } from '../../books/sheet';
import { FileReply } from '../../contract/file-reply';
import type { Input, Reply } from '../../contract/types';
import { Prisma } from '../../database/prisma.service';
import { Prisma as Client } from '../../generated/prisma/client';
import { BooksAudit } from '../../payments/work/books-audit';
import { OrderLookup } from '../../payments/work/order-lookup';
import { AuditLog, byOf } from '../log/audit-log';
import { cursorUnknown } from '../policy/desk-problems';
import { may } from '../policy/policy';
import { deskIdOf, ofRow, toRow } from './order-replies';
import { readSearch, type Search } from './read-search';

/** On a page of a search. */
const maxFound = 50;
/** Rows that are counted, added up and exported. */
const maxCounted = 10_000;
const exportedAtOnce = 500;

const newest = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Client.OrderOrderByWithRelationInput[];
type Where = Client.OrderWhereInput;
type Filter = NonNullable<Input<'listDeskOrders'>['query']>;

const idsIn = (rows: { id: string }[]) => [...new Set(rows.map(({ id }) => id))];
const during = (day?: string) => day && { gte: startOfDay(day), lt: endOfDay(day) };

/** Lists of orders: filtered, searched, exported, and those that only Razorpay has. */
@Injectable()
export class DeskOrderLists {
  constructor(
    private readonly prisma: Prisma,
    private readonly lookup: OrderLookup,
    private readonly audit: BooksAudit,
    private readonly log: AuditLog,
  ) {}

  /** @throws Refusal 400 invalid_input */
  async list({ query = {}, caller }: Input<'listDeskOrders'>): Promise<Reply<'listDeskOrders'>> {
    const where = this.whereOf(query);
    const { rows, nextCursor } = await this.page(where, query.limit ?? 25, query.cursor);
    const total = await this.totalOf(where);
    await this.log.addRead('list orders', byOf(caller), { hits: rows.length });
    return { items: rows.map(toRow), nextCursor, total };
  }

  async export({ query = {}, caller }: Input<'exportDeskOrders'>): Promise<Reply<'exportDeskOrders'>> {
    const where = this.whereOf(query);
    await this.log.addRead('export orders', byOf(caller));
    const columns = ['order', 'created', 'state', 'refund', 'amount', 'refunded', 'payer', 'method', 'receipt'];
    return new FileReply('orders.csv', 'text/csv; charset=utf-8', csv(columns, this.cellsOf(where)));
  }

  private async *cellsOf(where: Where): AsyncIterable<Cell[][]> {
    let cursor: string | null | undefined;
    for (let count = 0; count < maxCounted && cursor !== null; count += exportedAtOnce) {
      const page = await this.page(where, exportedAtOnce, cursor);
      cursor = page.nextCursor;
      yield page.rows.map(toRow).map((row) => {
        const { id, createdAt, status, refundStatus, ownerEmail, method, receiptNumber } = row;
        const money = [paise(row.amountPaise), paise(row.refundedPaise)];
        return [id, createdAt, status, refundStatus, ...money, ownerEmail, method, receiptNumber];
      });
    }
  }

  private whereOf({ status, show, from, until, person: ownerId }: Omit<Filter, 'limit' | 'cursor'>): Where {
    const createdAt = { gte: from && startOfDay(from), lt: until && endOfDay(until) };
    return { status, ownerId, createdAt, ...(show && shown[show]) };
  }

  private async page(where: Where, limit: number, cursor?: string | null) {
    const found = { where: await this.from(where, cursor), orderBy: newest, take: limit + 1, include: ofRow };
    const rows = await this.prisma.order.findMany(found);
    const [next] = rows.splice(limit);
    return { rows, nextCursor: next?.id ?? null };
  }

  /** @throws Refusal 400 invalid_input for a cursor of no order */
  private async from(where: Where, cursor?: string | null): Promise<Where> {
    const first = cursor ? await this.prisma.order.findUnique({ where: { id: cursor } }) : undefined;
    if (first === null) throw cursorUnknown();
    // A range of the index: Prisma's own cursor reads it from its beginning.
    const after = first && [
      { createdAt: { lte: first.createdAt } },
      { OR: [{ createdAt: { lt: first.createdAt } }, { id: { lte: first.id } }] },
    ];
    return { AND: [where, ...(after ?? [])] };
  }

  private async totalOf(where: Where) {
    const counted = {
      where,
      orderBy: newest,
      take: maxCounted + 1,
      _count: true,
      _sum: { amountPaise: true },
    } as const;
    const { _count: count, _sum } = await this.prisma.order.aggregate(counted);
    const isMore = count > maxCounted;
    return { orders: Math.min(count, maxCounted), isMore, amountPaise: isMore ? null : Number(_sum.amountPaise ?? 0) };
  }

  async find({ body, caller }: Input<'findDeskOrders'>): Promise<Reply<'findDeskOrders'>> {
    const search = readSearch(body.text, await indianToday(this.prisma));
    const { rows, nextCursor } = search ? await this.pageOf(search, body.cursor) : { rows: [], nextCursor: null };
    await this.log.addRead(`find orders by ${search?.kind ?? 'nothing'}`, byOf(caller), { hits: rows.length });
    const { kind = null, text = null, amountPaise = null, day = null } = search ?? {};
    const isAllowed = may(caller.staff?.role ?? '', 'getDeskSettlement');
    const settlement = isAllowed && text ? await this.settlementOf({ kind, text }) : undefined;
    const isExact = rows.length === 1 && kind !== null && exact.includes(kind);
    return {
      kind,
      text,
      amountPaise,
      day,
      isExact,
      settlementId: settlement ?? null,
      items: rows.map(toRow),
      nextCursor,
    };
  }

  private async settlementOf({ kind, text }: { kind: string | null; text: string }): Promise<string | undefined> {
    const where = { settlement: { id: text }, bank_reference: { utr: text } }[kind ?? ''];
    return where && (await this.prisma.settlement.findFirst({ where }))?.id;
  }

  /** Newest first. */
  private async pageOf({ kind, text = '', amountPaise, day }: Search, cursor?: string) {
    if (kind === 'amount' || kind === 'day')
      return this.page({ amountPaise, createdAt: during(day) }, maxFound, cursor);
    const ids = await this.idsFor(kind, text, cursor);
    const where = { id: { in: ids.slice(0, maxFound) } };
    return {
      rows: await this.prisma.order.findMany({ where, orderBy: newest, include: ofRow }),
      nextCursor: ids[maxFound] ?? null,
    };
  }

  private async idsFor(kind: Search['kind'], text: string, cursor?: string): Promise<string[]> {
    if (isQuoted(kind)) return this.idsQuoting(kind, text, cursor);
    if (kind !== 'email') {
      const id = await this.lookup.known(text);
      return id ? [id] : [];
    }
    const owners = await this.prisma.user.findMany({ where: usersWith(text), select: { id: true } });
    // Ids alone are read from the index, however many orders an owner has.
    const found = owners.map(async ({ id: ownerId }) => {
      const where = await this.from({ ownerId }, cursor);
      return this.prisma.order.findMany({ where, orderBy: newest, take: maxFound + 1, select: { id: true } });
    });
    return idsIn((await Promise.all(found)).flat())
      .sort()
      .reverse();
  }

  /** Our ids are in the order of time. */
  private async idsQuoting(kind: keyof typeof quoted, text: string, cursor = 'ffffffff-ffff-ffff-ffff-ffffffffffff') {
    const parts = quoted[kind].map(
      (column) => Client.sql`
      (SELECT DISTINCT order_id AS id FROM payments WHERE ${column} = ${text} AND order_id <= ${cursor}::uuid
       ORDER BY order_id DESC LIMIT ${maxFound + 1}::int)`,
    );
    if (kind === 'bank_reference')
      parts.push(Client.sql`
        (SELECT p.order_id AS id FROM refunds r JOIN payments p ON p.id = r.payment_id
         WHERE r.reference = ${text} AND p.order_id <= ${cursor}::uuid LIMIT ${maxFound + 1}::int)`);
    const settlementId = kind === 'bank_reference' && (await this.settlementOf({ kind, text }));
    const ofSettlement: string[] = settlementId ? await this.idsQuoting('settlement', settlementId, cursor) : [];
    const ids = idsIn(await this.prisma.$queryRaw<{ id: string }[]>(Client.join(parts, ' UNION ALL ')));
    return [...new Set([...ids, ...ofSettlement])].sort().reverse();
  }

  /** Asks Razorpay about an id that we do not know. @throws ProviderSilent */
  async ask({ body, caller }: Input<'askDeskProvider'>): Promise<Reply<'askDeskProvider'>> {
    const by = byOf(caller);
    const record = (subjectId: string) => this.log.act({ action: 'adopt', subjectId }, by, async () => undefined);
    const action = `ask Razorpay about ${body.id}`;
    const outcomeOf = ({ result }: { result: string }) => result;
    const { result, order } = await this.log.act({ action, outcomeOf }, by, () =>
      this.audit.ask(body.id, body.adopt ? record : undefined),
    );
    return { result, orderId: order ? deskIdOf(order) : null };
  }
}

/** A text of these kinds names one thing: the page goes straight to it. */
const exact: Search['kind'][] = ['order', 'payment', 'refund', 'dispute', 'receipt'];

/** Each column has an index with the order. */
const quoted = {
  card: [Client.sql`method_details ->> 'last4'`],
  upi_address: [Client.sql`lower(method_details ->> 'vpa')`],
  bank_reference: ['rrn', 'utr', 'arn'].map((key) => Client.sql`acquirer_data ->> ${Client.raw(`'${key}'`)}`),
  settlement: [Client.sql`settlement_id`],
};
const isQuoted = (kind: string): kind is keyof typeof quoted => kind in quoted;

const shown: Record<NonNullable<Filter['show']>, Where> = {
  refunded_in_part: { refundedInPart: true },
  refund_failed: { refundFailed: true },
  disputed: { disputed: true },
  differs: { cases: { some: { kind: { in: ['review', 'line'] }, state: { not: 'done' } } } },
};
