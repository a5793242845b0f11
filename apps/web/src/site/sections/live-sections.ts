import type { LiveKind, SectionKind } from '../section';
import type { LiveComponents } from './section-props';

type Part = {
  kinds: LiveKind[];
  /** The module, below `src`: the prerender names its chunk in the page. */
  file: string;
  load: () => Promise<{ sections: Partial<LiveComponents> }>;
};

const parts: Part[] = [
  { kinds: ['explorer', 'calculator'], file: 'site/explorer/sections.ts', load: () => import('../explorer/sections') },
  { kinds: ['contact-form'], file: 'site/sections/contact-form.tsx', load: () => import('./contact-form') },
];

const kinds = new Set<string>(parts.flatMap((part) => part.kinds));
export const isLive = (kind: SectionKind): kind is LiveKind => kinds.has(kind);

const partsOf = (live: LiveKind[]) => parts.filter(({ kinds }) => kinds.some((kind) => live.includes(kind)));

/** The modules that `loadLiveSections` imports. */
export const liveFiles = (live: LiveKind[]) => partsOf(live).map(({ file }) => file);

const loaded: Partial<LiveComponents> = {};

/** What shows a live kind; only after `loadLiveSections`. */
export const liveSection = <Kind extends LiveKind>(kind: Kind) => loaded[kind];

export async function loadLiveSections(live: LiveKind[]) {
  for (const { sections } of await Promise.all(partsOf(live).map(({ load }) => load())))
    Object.assign(loaded, sections);
}
