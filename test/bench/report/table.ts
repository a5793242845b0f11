import { median } from '../measure/median';
import type { Goal, Table } from '../part';

/** A table in Markdown. */
export function markdownTable({ head, rows }: Table): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const rounded = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));

const within = ({ limit, least }: Goal, value: number) => (least ? value >= limit : value <= limit);
const worst = ({ values, least }: Goal) => (least ? Math.min(...values) : Math.max(...values));

export const isHeld = (goal: Goal) => within(goal, goal.each ? worst(goal) : median(goal.values));

function row(goal: Goal) {
  const { what, values, limit, least, each } = goal;
  const held = values.filter((value) => within(goal, value)).length;
  return [
    each ? `${what}, each ${each}` : what,
    `${least ? '≥' : '≤'} ${limit}`,
    rounded(median(values)),
    rounded(worst(goal)),
    isHeld(goal) ? 'yes' : '**no**',
    `${held} of ${values.length} ${each ?? 'round'}s`,
  ];
}

/** What was to hold, and what held. */
export const goalTable = (goals: Goal[]): Table => ({
  head: ['goal', 'limit', 'median', 'worst', 'held', 'by itself in'],
  rows: goals.map(row),
});
