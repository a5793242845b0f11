import type { ComponentType } from 'react';
import type { PageHead } from '../page';
import type { LiveKind, Section, SectionKind } from '../section';

export type SectionProps<Kind extends SectionKind = SectionKind> = {
  section: Extract<Section, { kind: Kind }>;
  /** The page it stands on. */
  page: PageHead;
  /** Which of the page's captioned bands it is, from 0: the index cell in front of its caption. */
  cell?: number;
};

/** Of a section that is rendered in the browser too, which knows less of the page. */
export type LiveProps<Kind extends LiveKind = LiveKind> = Omit<SectionProps<Kind>, 'page'> & {
  /** The form of a contact form: a feature, which the site knows nothing of. */
  Form?: ComponentType;
};

/** What shows each kind of section that needs no script. */
export type SectionComponents = { [Kind in Exclude<SectionKind, LiveKind>]: ComponentType<SectionProps<Kind>> };

/** What shows some of the kinds that do. */
export type LiveComponents<Kinds extends LiveKind = LiveKind> = { [Kind in Kinds]: ComponentType<LiveProps<Kind>> };
