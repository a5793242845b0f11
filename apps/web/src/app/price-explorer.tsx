import { StrictMode } from 'react';
import { PriceExplorer } from '../site/explorer/explorer';
import { gpus } from '../site/prices';
import { renderOver } from './render-over';

/** Starts the price explorer, the one part of a content page that is a React island. */
export function start() {
  const element = document.getElementById('price-explorer');
  if (!element) return;
  const html = element.innerHTML;
  const restoreHtml = () => {
    element.innerHTML = html;
    document.documentElement.dataset.failed = '1';
  };
  renderOver(
    element,
    <StrictMode>
      <PriceExplorer gpus={gpus} />
    </StrictMode>,
    // Without script the prices are still a plain table.
    { onUncaughtError: () => setTimeout(restoreHtml) },
  );
}
