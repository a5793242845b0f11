import { createBrowserRouter } from 'react-router';
import { applicationRoutes, otherDocuments } from '../routes';

/** The application's router, once the module of its first page has loaded, or failed to. */
export async function startRouter() {
  const router = createBrowserRouter([...applicationRoutes(), otherDocuments]);
  await new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
  return router;
}
