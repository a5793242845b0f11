import type { IconName } from '../ui/icon';

/** `Direct` is the row of links next to them, `Legal` the footer's row. */
export type MenuGroup = 'Discover' | 'Products' | 'Solutions';
export type NavGroup = MenuGroup | 'Direct' | 'Legal';

/** Order within a group is the order of the pages in `pages/index.ts`. */
export type NavEntry = {
  group: NavGroup;
  label: string;
  /** One line under the label in a menu; under 45 characters. */
  hint?: string;
  icon?: IconName;
};
