import type { ComponentType } from 'react';
import { type RouteObject, redirectDocument } from 'react-router-dom';
import { ErrorPage } from './app/error-page';
import { ApplicationLayout } from './app/layout';
import type { RouteHead } from './route-head';
import { loadChunk } from './shell/load-chunk';
import { Shell } from './shell/shell';
import { allPages } from './site/pages/index';
import { RenderedPage } from './site/sections/index';
import { Loader } from './ui/brand';

const modules = import.meta.glob<{ default: ComponentType }>('./features/*/*-page.tsx');

/** An application page depends on the user, so only its first state is prerendered. */
function applicationPage(
  path: string,
  title: string,
  description: string,
  name: string,
  more: Pick<RouteHead, 'bare' | 'opensFromMail'> = {},
): RouteObject {
  const module = `features/${name}-page.tsx`;
  const head = { path, title, description, module, ...more };
  const handle: RouteHead = { ...head, navColour: 'white', noindex: true, part: 'application' };
  const load = modules[`./${module}`];
  if (!load) throw new Error(`There is no ${module}.`);
  return { path, handle, lazy: async () => ({ Component: (await loadChunk(path, load)).default }) };
}

const applicationPages = [
  applicationPage(
    '/login',
    'Log in',
    'Log in to NovaCore with email and password, GitHub or Google.',
    'account/login',
    { bare: true },
  ),
  applicationPage('/signup', 'Sign up', 'Create a NovaCore account.', 'account/signup', { bare: true }),
  applicationPage('/callback', 'Logging you in', 'You are on your way back from GitHub or Google.', 'account/callback'),
  applicationPage(
    '/forgot-password',
    'Forgot your password',
    'Ask for a link to choose a new password.',
    'account/forgot-password',
  ),
  applicationPage(
    '/reset-password',
    'Choose a new password',
    'Choose a new password with the link from your email.',
    'account/reset-password',
    { opensFromMail: true },
  ),
  applicationPage(
    '/verify-email',
    'Confirm your email address',
    'Confirm your email address with the link from your email.',
    'account/verify-email',
    { opensFromMail: true },
  ),
  applicationPage('/payment', 'Payment', 'Pay by card, UPI or net banking.', 'payment/payment'),
  applicationPage('/account', 'Your account', 'Your address, your password, your data.', 'account/account'),
  applicationPage(
    '/account/payments',
    'Payments',
    'Your orders: the status and the receipt of each.',
    'payment/orders',
  ),
];

/** The pages of the React application. The layout also surrounds an error page. */
export const applicationRoutes: RouteObject[] = [
  {
    Component: ApplicationLayout,
    // The prerendered first page stays while its module loads.
    hydrateFallbackElement: <></>,
    children: [{ ErrorBoundary: ErrorPage, children: applicationPages }],
  },
];

/** The desk is a separate document, because third-party scripts may run in the application. */
const deskRoute: RouteObject = {
  path: '/desk/*',
  handle: {
    ...{ path: '/desk', title: 'Staff', description: 'For staff of NovaCore.' },
    ...{ navColour: 'white', noindex: true, part: 'desk', staff: true },
  } satisfies RouteHead,
  element: (
    <div className="wrap error-page">
      <h1 className="visually-hidden">Loading</h1>
      <Loader />
    </div>
  ),
};

/** From the application, every other page opens as a new document. */
export const otherDocuments: RouteObject = { path: '*', loader: ({ request }) => redirectDocument(request.url) };

const contentRoutes = () =>
  allPages.map((page): RouteObject => {
    const { sections, ...head } = page;
    return { path: page.path, handle: head satisfies RouteHead, element: <RenderedPage page={page} /> };
  });

/** Every page with its path and head. The build renders them all. */
export const siteRoutes = (): RouteObject[] => [
  { Component: Shell, children: [...contentRoutes(), ...applicationRoutes, deskRoute] },
];
