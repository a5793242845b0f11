import { StrictMode } from 'react';
import { createBrowserRouter, RouterProvider, ScrollRestoration } from 'react-router-dom';
import { api } from '../api/queries';
import { getToken } from '../api/session';
import { getDeskToken, hasHadDesk } from '../features/desk/desk-client';
import { NotFound } from '../features/desk/not-found';
import { otherDocuments } from '../routes';
import { loadChunk } from '../shell/load-chunk';
import { mountToaster } from '../ui/toaster';
import { ErrorPage } from './error-page';
import { renderOver } from './render-over';

/** Emails to staff and their account page link to `/desk?login`. */
async function mayBeStaff(): Promise<boolean> {
  if (getDeskToken() || hasHadDesk() || new URLSearchParams(window.location.search).has('login')) return true;
  return getToken() !== null && (await api.GET('/user/me')).data?.isStaff === true;
}

/** The desk is a document with its own router. Visitors see the page of an unknown address. */
export async function start() {
  const main = document.getElementById('main');
  if (!main) return;
  const Content = (await mayBeStaff())
    ? await loadChunk('desk', () => import('../features/desk/desk').then(({ openDesk }) => openDesk()))
    : NotFound;
  const element = (
    <>
      <Content />
      <ScrollRestoration />
    </>
  );
  const router = createBrowserRouter([{ path: '/desk/*', element, ErrorBoundary: ErrorPage }, otherDocuments]);
  renderOver(
    main,
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  mountToaster();
}
