import { median } from '../measure/median';
import type { Goal, Table } from '../part';

/** A table in Markdown. */
export function markdownTable({ head, rows }: Table): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const rounded = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));

/** In how many rounds a goal was held. */
export const heldIn = ({ values, limit, least }: Goal) =>
  values.filter((value) => (least ? value >= limit : value <= limit)).length;

function worst({ values, least }: Goal): number {
  return least ? Math.min(...values) : Math.max(...values);
}

const row = (goal: Goal) => [
  goal.what,
  `${goal.least ? '≥' : '≤'} ${goal.limit}`,
  rounded(median(goal.values)),
  rounded(worst(goal)),
  heldIn(goal) === goal.values.length
    ? `yes, ${goal.values.length} of ${goal.values.length}`
    : `**${heldIn(goal)} of ${goal.values.length}**`,
];

/** What was to hold, and what held. */
export const goalTable = (goals: Goal[]): Table => ({
  head: ['goal', 'limit', 'median', 'worst', 'rounds held'],
  rows: goals.map(row),
});
