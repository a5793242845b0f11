import type { ComponentType, ReactNode } from 'react';
import type { PageHead } from '../page';
import type { Section, SectionKind } from '../section';

export type SectionProps<Kind extends SectionKind = SectionKind> = {
  section: Extract<Section, { kind: Kind }>;
  /** The page it stands on. */
  page: PageHead;
  /** Which of the page's captioned bands it is, from 0: the index cell in front of its caption. */
  cell?: number;
  /** The form of a contact form: a feature, which the site knows nothing of. */
  contactForm?: ReactNode;
};

export type SectionComponents = {
  [Kind in Exclude<SectionKind, 'explorer' | 'calculator' | 'contact-form'>]: ComponentType<SectionProps<Kind>>;
};
