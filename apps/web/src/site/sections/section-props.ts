import type { ComponentType } from 'react';
import type { PageHead } from '../page';
import type { Section, SectionKind } from '../section';

export type SectionProps<Kind extends SectionKind = SectionKind> = {
  section: Extract<Section, { kind: Kind }>;
  /** The page it stands on. */
  page: PageHead;
  /** Which of the page's captioned bands it is, from 0: the index cell in front of its caption. */
  cell?: number;
  /** The form of a contact form: a feature, which the site knows nothing of. */
  Form?: ComponentType;
};

/** What shows a kind of section. */
export type SectionComponents<Kinds extends SectionKind = SectionKind> = {
  [Kind in Kinds]: ComponentType<SectionProps<Kind>>;
};
