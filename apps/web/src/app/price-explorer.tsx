import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { PriceExplorer } from '../site/explorer/explorer';
import { selectionAtStart } from '../site/explorer/use-selection';

/** Replaces the prerendered price explorer by a live one. Values that a visitor has filled in, and the focus, are kept. */
export function mount(root: HTMLElement) {
  const props = JSON.parse(root.dataset.props ?? '');
  const initial = selectionAtStart(props.section.gpus);
  const focused = root.contains(document.activeElement) && document.activeElement?.id;
  flushSync(() => createRoot(root).render(<PriceExplorer {...props} initial={initial} />));
  if (focused) document.getElementById(focused)?.focus();
}
