import type { DrawingName } from '../../ui/drawing-name';
import type { Page } from '../page';
import { loadDrawing } from './markup';

/** Every drawing that a page's data names, wherever it stands: the property is always called `drawing`. */
export function drawingsOf(page: Page): DrawingName[] {
  const names = new Set<DrawingName>();
  JSON.stringify(page, (key, value) => {
    if (key === 'drawing') names.add(value);
    return value;
  });
  for (const { kind } of page.sections) if (kind === 'offices') names.add('map');
  return [...names];
}

export const loadDrawings = (names: DrawingName[]) => Promise.all(names.map(loadDrawing));
