import type { Page } from '../page';

/** Every page of the site, in the order of menus, footer and sitemap. */
export const pages: (() => Promise<{ default: Page }>)[] = [
  () => import('./home'),
  () => import('./discover/next-gen-gpus'),
  () => import('./discover/vision'),
  () => import('./discover/hardware-solutions'),
  () => import('./discover/infrastructure'),
  () => import('./discover/cloud-platform'),
  () => import('./discover/security-compliance'),
  () => import('./discover/authentication'),
  () => import('./discover/performance'),
  () => import('./product/gpu-servers'),
  () => import('./product/gpu-clusters'),
  () => import('./product/gpu-stack'),
  () => import('./solutions/enterprise-solutions'),
  () => import('./solutions/ai-machine-learning'),
  () => import('./solutions/deep-learning'),
  () => import('./solutions/workflow-automation'),
  () => import('./solutions/research-solutions'),
  () => import('./solutions/collaboration-tools'),
  () => import('./solutions/industry-specific'),
  () => import('./solutions/startup-program'),
  () => import('./research'),
  () => import('./services'),
  () => import('./pricing'),
  () => import('./why-novacore'),
  () => import('./team'),
  () => import('./legal'),
  () => import('./company'),
  () => import('./contact'),
  () => import('./legal-documents'),
  () => import('./terms-of-use'),
  () => import('./cookie-policy'),
  () => import('./privacy-policy'),
  () => import('./refund-policy'),
  () => import('./docs/overview'),
  () => import('./docs/quickstart'),
  () => import('./docs/server'),
  () => import('./docs/tokens'),
  () => import('./docs/orders'),
  () => import('./docs/verification'),
  () => import('./docs/errors'),
  () => import('./docs/sandbox'),
  () => import('./docs/webhooks'),
  () => import('./docs/not-available'),
  () => import('./docs/policies'),
  () => import('./docs/changelog'),
  () => import('./docs/reference'),
  () => import('./docs/objects'),
  () => import('./not-found'),
];

const { comingPages } = await import('./coming-soon');
const { operationPages } = await import('./docs/reference');
const { languagePages } = await import('./docs/languages');

/** Coming pages share one table. The reference pages come from the contract, the quickstarts from their programs. */
export const allPages: Page[] = [
  ...(await Promise.all(pages.map(async (load) => (await load()).default))),
  ...comingPages,
  ...languagePages,
  ...operationPages,
];
