import type { ComponentType } from 'react';
import type { LiveKind } from '../site/sections/live-sections';
import { loadChunk } from './load-chunk';

const needed = (live: LiveKind[]) => live.includes('contact-form');

/** The modules, below `src`, that `loadContactForm` imports. */
export const contactFormFiles = (live: LiveKind[]) => (needed(live) ? ['features/contact/contact-form.tsx'] : []);

/** The one feature that stands in a page of content, which itself knows of no features. */
export async function loadContactForm(live: LiveKind[]): Promise<ComponentType | undefined> {
  if (!needed(live)) return undefined;
  return (await loadChunk('contact', () => import('../features/contact/contact-form'))).default;
}
