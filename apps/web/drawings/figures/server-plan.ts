import { claim } from '../../src/site/claims';
import type { Drawing } from '../drawing';
import { drawLabels } from '../label';
import { createPen, type Pen } from '../pen';

const length = 1100;
const width = 440;

function drives(pen: Pen) {
  for (let n = 0; n < 8; n++) {
    pen.rect('left', 14, 18 + n * 51, 96, 44);
    pen.rect('detail', 22, 26 + n * 51, 52, 28);
  }
}

function fans(pen: Pen) {
  for (let n = 0; n < 5; n++) {
    const y = 18 + n * 82;
    pen.rect('top', 128, y, 60, 74);
    pen.raw(
      `<circle class="line" cx="158" cy="${y + 37}" r="25"/><circle class="line" cx="158" cy="${y + 37}" r="7"/>`,
    );
  }
}

function processors(pen: Pen) {
  for (const y of [56, 260]) {
    pen.rect('top', 270, y, 84, 124);
    pen.rect('detail', 282, y + 14, 60, 96);
    for (let n = 0; n < 6; n++) {
      pen.line('detail', [214 + n * 8, y - 22], [214 + n * 8, y + 146]);
      pen.line('detail', [370 + n * 8, y - 22], [370 + n * 8, y + 146]);
    }
  }
}

function gpu(pen: Pen, x: number, y: number, isCore: boolean) {
  pen.rect('top', x, y, 96, 92);
  for (let n = 0; n < 4; n++) {
    pen.rect('left', x + 8, y + 10 + n * 19, 16, 15);
    pen.rect('left', x + 72, y + 10 + n * 19, 16, 15);
  }
  pen.rect(isCore ? 'core-top' : 'sky', x + 30, y + 10, 36, 34);
  pen.rect(isCore ? 'core-top' : 'sky', x + 30, y + 48, 36, 34);
}

function gpus(pen: Pen) {
  for (let n = 0; n < 4; n++) {
    const x = 448 + n * 112;
    for (let link = 0; link < 6; link++) {
      pen.line('detail', [x + 13 + link * 14, 134], [x + 13 + link * 14, 190]);
      pen.line('detail', [x + 13 + link * 14, 250], [x + 13 + link * 14, 306]);
    }
    gpu(pen, x, 42, n === 1);
    gpu(pen, x, 306, false);
    pen.rect('left', x + 8, 190, 80, 60);
    pen.rect('detail', x + 18, 200, 60, 40);
  }
}

function rear(pen: Pen) {
  for (let n = 0; n < 4; n++) {
    pen.rect('left', 920, 18 + n * 50, 130, 42);
    pen.rect('top', 1050, 24 + n * 50, 40, 30);
  }
  for (let n = 0; n < 3; n++) {
    pen.rect('top', 920, 228 + n * 66, 166, 58);
    pen.rect('detail', 932, 238 + n * 66, 60, 38);
  }
}

export default function serverPlan(): Drawing {
  const pen = createPen();
  pen.rect('top', 0, 0, length, width);
  pen.rect('detail', 6, 6, length - 12, width - 12);
  drives(pen);
  fans(pen);
  processors(pen);
  gpus(pen);
  rear(pen);
  const key = drawLabels(pen, [
    { words: 'NVMe drives', from: [62, 30], to: [0, -34] },
    { words: 'Processors and memory', from: [312, 70], to: [200, -34] },
    { words: `GPU, one of ${claim('gpusPerNode')}`, from: [608, 52], to: [480, -34] },
    { words: 'InfiniBand', from: [1000, 30], to: [1100, -34], anchor: 'end' },
    { words: 'Fans', from: [158, 410], to: [60, 476] },
    { words: 'NVSwitch', from: [720, 220], to: [600, 476] },
    { words: 'Power', from: [1040, 400], to: [1100, 476], anchor: 'end' },
  ]);
  return {
    shape: 'wide',
    viewBox: '-1 -56 1102 540',
    label:
      'A GPU server from above: drives, fans, two processors with memory, eight GPUs around four NVSwitches, network and power',
    markup: pen.markup(),
    key,
  };
}
