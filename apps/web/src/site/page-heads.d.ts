declare module 'virtual:page-heads' {
  import type { NavHead } from './page';

  /** Every page without its description and sections, in the order of `pages/index.ts`. */
  export const heads: NavHead[];
  /** The file of each page, in the same order: `site/pages/home.ts`. */
  export const files: string[];
}
