import { claim } from '../../src/site/claims';
import type { Drawing } from '../drawing';
import { drawLabels } from '../label';
import { createPen, iso } from '../pen';
import { box, core, plate } from '../solid';

const names = ['Audit logging', claim('gdpr'), claim('hipaa'), claim('iso27001'), claim('soc2'), claim('encryption')];
const rise = 40;
const half = (ring: number) => 190 - ring * 27;

export default function rings(): Drawing {
  const pen = createPen();
  names.forEach((_, ring) => {
    const size = half(ring);
    box(pen, [-size, -size, ring * rise], [2 * size, 2 * size, rise]);
    plate(pen, 'detail', [-size + 7, -size + 7, (ring + 1) * rise], [2 * size - 14, 2 * size - 14]);
  });
  box(pen, [-24, -24, 6 * rise], [48, 48, 40], core);
  const key = drawLabels(
    pen,
    names.map((words, ring) => {
      const from = iso([-half(ring), half(ring), ring * rise + rise / 2]);
      return { words, from, to: [-430, from[1]] as const };
    }),
  );
  return {
    viewBox: '-430 -320 764 520',
    label: `Six layers around a core: ${names.join(', ')}`,
    markup: pen.markup(),
    key,
  };
}
