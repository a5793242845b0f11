import type { ComponentType } from 'react';
import type { Page } from '../site/page';
import { loadChunk } from './load-chunk';

const needed = ({ sections }: Page) => sections.some(({ kind }) => kind === 'contact-form');

/** The modules, below `src`, that `loadContactForm` imports for a page. */
export const contactFormFiles = (page: Page) => (needed(page) ? ['features/contact/contact-form.tsx'] : []);

/** The one feature that stands in a page of content, which itself knows of no features. */
export async function loadContactForm(page: Page): Promise<ComponentType | undefined> {
  if (!needed(page)) return undefined;
  return (await loadChunk('contact', () => import('../features/contact/contact-form'))).default;
}
