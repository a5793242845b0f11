import { pages } from 'virtual:pages';
import type { MenuGroup, NavEntry, NavGroup } from '../../site/navigation';
import type { PageHead } from '../../site/page';

export type Entry = NavEntry & Pick<PageHead, 'path'>;

export const menuGroups: MenuGroup[] = ['Discover', 'Products', 'Solutions'];

/** The pages of one group of the navigation, in the order of the pages. */
export const entriesOf = (group: NavGroup): Entry[] =>
  pages.flatMap(({ path, nav }) => (nav?.group === group ? [{ ...nav, path }] : []));

/** For `aria-current` on the link of an entry. */
export const currentIf = (current: boolean) => (current ? ('page' as const) : undefined);
