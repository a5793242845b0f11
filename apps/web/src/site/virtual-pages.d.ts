declare module 'virtual:pages' {
  import type { PageEntry } from './content';

  /** Every page, in the order of `pages/index.ts`. */
  export const pages: PageEntry[];
  /** The file of each, in the same order: `site/pages/home.ts`. For the build alone. */
  export const files: string[];
}
