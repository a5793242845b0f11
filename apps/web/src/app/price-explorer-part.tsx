import { StrictMode } from 'react';
import { PriceExplorer } from '../site/explorer/explorer';
import { selectionAtStart } from '../site/explorer/use-selection';
import { renderOver } from './render-over';

/** The price explorer is the only React island of a content page. */
export function start() {
  const element = document.getElementById('price-explorer');
  if (!element) return;
  const html = element.innerHTML;
  const props = JSON.parse(element.dataset.props ?? '');
  const initial = selectionAtStart(props.section.gpus);
  // Without script, the prices are a plain table.
  const restoreHtml = () => {
    element.innerHTML = html;
    document.documentElement.dataset.failed = '1';
  };
  renderOver(
    element,
    <StrictMode>
      <PriceExplorer {...props} initial={initial} />
    </StrictMode>,
    { onUncaughtError: () => setTimeout(restoreHtml) },
  );
}
