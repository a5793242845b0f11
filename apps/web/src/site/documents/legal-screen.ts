import type { Page } from '../page';
import type { Legal } from '../section';
import { cookies } from './cookies';
import { notice } from './notice';
import { privacy } from './privacy';
import { terms } from './terms';

type Part = Legal['parts'][number];

const parts: Part[] = [
  { id: 'legal-documents', title: 'Legal documents', path: '/legal-documents', blocks: notice },
  { id: 'terms-of-use', title: 'Terms of use', path: '/terms-of-use', blocks: terms },
  { id: 'cookie-policy', title: 'Cookie policy', path: '/cookie-policy', blocks: cookies },
  { id: 'privacy-policy', title: 'Privacy policy', path: '/privacy-policy', blocks: privacy },
];

/** The provider approved this text of the legal documents on this day. */
export const lastUpdated = 'Last updated on 26 November 2026';

/** The legal screen shows the route's part first and then the other three. */
export function legalScreen(path: string, description: string): Page {
  const [first] = parts.filter((part) => part.path === path);
  if (!first) throw new Error(`There is no legal document at ${path}`);
  return {
    path,
    title: first.title,
    description,
    navColour: 'white',
    nav: { group: 'Legal', label: first.title },
    sections: [
      { kind: 'hero', layout: 'plain', title: first.title, lead: `${lastUpdated}.` },
      { kind: 'legal', parts: [first, ...parts.filter((part) => part !== first)] },
    ],
  };
}
