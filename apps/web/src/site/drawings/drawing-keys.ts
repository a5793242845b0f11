import type { DrawingName } from './drawing-name';
import { generatedKeys } from './keys.gen';

/** What the letters in a drawing mean, where a screen is too small for labels. */
export const drawingKeys: Partial<Record<DrawingName, [letter: string, meaning: string][]>> = {
  ...generatedKeys,
  module: [
    ['E', 'Cold plate'],
    ['D', 'Two compute dies, eight memory stacks: 192GB'],
    ['C', 'Interposer'],
    ['B', 'Substrate'],
    ['A', 'Board'],
  ],
};
