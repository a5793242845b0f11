import { StrictMode } from 'react';
import { RouterProvider } from 'react-router/dom';
import { mountToaster } from '../ui/toaster';
import { renderOver } from './render-over';
import { startRouter } from './router';

/** Starts the application in the document's `<main>`. */
export async function start() {
  const router = await startRouter();
  const main = document.getElementById('main');
  if (!main) return;
  renderOver(
    main,
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  mountToaster();
}
