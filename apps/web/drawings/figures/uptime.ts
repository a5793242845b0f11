import type { Drawing } from '../drawing';
import { createPen } from '../pen';

const columns = 125;
const rows = 80;
const cell = 10;

export default function uptime(): Drawing {
  const pen = createPen();
  const up = 'id="uptime-up" width="10" height="10" patternUnits="userSpaceOnUse"';
  pen.raw(`<pattern ${up}><path class="ink-fill" d="M1 1h7.5v7.5h-7.5z"/></pattern>`);
  pen.raw(`<path fill="url(#uptime-up)" stroke="none" d="M0 0h${columns * cell}v${rows * cell}H0z"/>`);
  pen.rect('core-top', 83 * cell - 2, 29 * cell - 2, 14, 14);
  return {
    viewBox: `0 0 ${columns * cell} ${rows * cell}`,
    label: 'Ten thousand cells, one of them marked',
    markup: pen.markup(),
  };
}
