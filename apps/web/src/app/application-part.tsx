import { StrictMode } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { applicationRoutes, otherDocuments } from '../routes';
import { mountToaster } from '../ui/toaster';
import { renderOver } from './render-over';

/**
 * Creates the application's router after the module of its first page has loaded. @throws ChunkLoadError if that fails.
 * The prerendered form then stays, with the text typed into it.
 */
async function startRouter() {
  const router = createBrowserRouter([...applicationRoutes, otherDocuments]);
  await new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
  const [error] = Object.values(router.state.errors ?? {});
  if (error) {
    router.dispose();
    throw error;
  }
  return router;
}

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
