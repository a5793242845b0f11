import { adoptStyles } from '../../ui/adopt-styles';
import type { Page } from '../page';
import type { SectionKind } from '../section';
import type { SectionComponents } from './section-props';

/** Kinds that need script. They are loaded with a page that shows one; every other kind is plain HTML. */
export type LiveKind = 'explorer' | 'calculator' | 'contact-form';

type Part = {
  kinds: LiveKind[];
  /** The module, below `src`: the prerender names its chunk in the page. */
  file: string;
  load: () => Promise<{ sections: Partial<SectionComponents<LiveKind>> }>;
  /** Styles that only pages with this part have. */
  styles?: () => Promise<void>;
};

const parts: Part[] = [
  {
    kinds: ['explorer', 'calculator'],
    file: 'site/explorer/sections.ts',
    load: () => import('../explorer/sections'),
    styles: () => adoptStyles('pricing', () => import('../../styles/pricing-part.css?inline')),
  },
  { kinds: ['contact-form'], file: 'site/sections/contact-form.tsx', load: () => import('./contact-form') },
];

const kinds = new Set<string>(parts.flatMap((part) => part.kinds));
export const isLive = (kind: SectionKind): kind is LiveKind => kinds.has(kind);

const partsOf = ({ sections }: Page) =>
  parts.filter(({ kinds }) => sections.some(({ kind }) => (kinds as SectionKind[]).includes(kind)));

/** The modules that `loadLiveSections` imports for a page. */
export const liveFiles = (page: Page) => partsOf(page).map(({ file }) => file);

const loaded: Partial<SectionComponents<LiveKind>> = {};

/** What shows a live kind; only after `loadLiveSections`. */
export const liveSection = <Kind extends LiveKind>(kind: Kind) => loaded[kind];

export async function loadLiveSections(page: Page) {
  const loading = partsOf(page).map(({ load, styles }) => Promise.all([load(), styles?.()]));
  for (const [{ sections }] of await Promise.all(loading)) Object.assign(loaded, sections);
}
