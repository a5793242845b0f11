import { productName } from '../ui/product-name';
import type { PageHead } from './page';

/** What stands in the window's title and in search results. */
export const titleOf = ({ title }: Pick<PageHead, 'title'>) => `${title} | ${productName}`;
