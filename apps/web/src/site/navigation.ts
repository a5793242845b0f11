import type { IconName } from '../ui/icon';

/** `Direct` is the row of links next to the menus, `Legal` the footer's row. */
export type MenuGroup = 'Discover' | 'Products' | 'Solutions';
export type NavGroup = MenuGroup | 'Direct' | 'Legal';

/** A group lists its pages in the order of `pages/index.ts`. */
export type NavEntry = {
  group: NavGroup;
  label: string;
  /** A line under the label in a menu, below 45 characters. */
  hint?: string;
};

/** Each page of a menu has an icon with its name. */
export const menuIcon = (path: string) => path.split('/').at(-1) as IconName;
