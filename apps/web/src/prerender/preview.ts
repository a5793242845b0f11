import type { PageHead } from '../site/page';

/** The link preview of a page, drawn at build time: `/og/product-gpu-servers.png`. */
export const previewName = ({ path }: Pick<PageHead, 'path'>) =>
  `/og/${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.png`;
