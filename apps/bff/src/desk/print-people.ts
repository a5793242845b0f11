import type { FoundPerson, ShownPerson } from './people-admin';
import { auditLogSection, section, shellWord, table, time } from './print';

const loginOf = ({ identities }: FoundPerson) => identities.map(({ subject }) => subject).join(', ') || 'password';

const head = ['id', 'address', 'confirmed (UTC)', 'logs in by', 'orders', 'since (UTC)'];
const row = (person: FoundPerson) => [
  person.id,
  person.email ? shellWord(person.email) : 'none or deleted',
  time(person.emailVerifiedAt),
  loginOf(person),
  String(person._count.orders),
  time(person.createdAt),
];

export const printPeople = (people: FoundPerson[]) =>
  people.length ? table([head, ...people.map(row)]) : 'No accounts.';

export const printPerson = (person: ShownPerson) =>
  [
    table(row(person).map((value, index) => [head[index] ?? '', value])),
    ...section('log', [['  account in log lines', person.logHash ?? 'none: no address']]),
    ...section('sessions', [['  valid if they began after', time(person.tokensValidAfter)]]),
    ...auditLogSection(person.operatorLog),
  ].join('\n');

export const printDeletion = ({ keptOrders }: { keptOrders: number }) =>
  `Deleted. ${keptOrders} orders are kept without the address.`;

export const printRole = (title: string) => (person: FoundPerson) => `${title}:\n${printPeople([person])}`;
