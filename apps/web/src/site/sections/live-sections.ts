import type { ComponentType } from 'react';
import type { SectionKind } from '../section';
import type { SectionProps } from './parts';

/** Kinds that need script, which comes with a page that shows one; every other kind is plain HTML. */
export type LiveKind = 'contact-form';
export type LiveProps = Omit<SectionProps<LiveKind>, 'page'>;

export const isLive = (kind: SectionKind): kind is LiveKind => kind === 'contact-form';

/** The modules that `loadLiveSections` imports. */
export const liveFiles = (live: LiveKind[]) => (live.length ? ['site/sections/contact-form.tsx'] : []);

let loaded: ComponentType<LiveProps> | undefined;

/** What shows a live kind; only after `loadLiveSections`. */
export const liveSection = (_: LiveKind) => loaded;

export async function loadLiveSections(live: LiveKind[]) {
  if (live.length) loaded = (await import('./contact-form')).ContactForm as ComponentType<LiveProps>;
}
