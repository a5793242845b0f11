import type { Drawing } from '../drawing';
import { createPen } from '../pen';

/** Twelve roles and the rights of each; the last role has every right. */
export default function roles(): Drawing {
  const pen = createPen();
  for (let role = 0; role < 12; role++) {
    const doors = Math.round(1 + (role * 5) / 11);
    for (let door = 0; door < 6; door++) {
      const name = role === 11 ? 'core-top' : 'sky';
      pen.rect(door < doors ? name : 'top', role * 40 + 1, 101 - door * 20, 32, 14);
    }
  }
  pen.text('', [0, 142], 'Role 1');
  pen.text('', [472, 142], 'Role 12', 'end');
  return { viewBox: '0 0 476 146', markup: pen.markup() };
}
