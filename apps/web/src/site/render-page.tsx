import type { ComponentType, ReactNode } from 'react';
import type { Page } from './page';
import type { Section } from './section';
import { sections as components } from './sections/index';
import type { SectionProps } from './sections/section-props';

/** A section with a caption shows which of the page's captioned sections it is. */
const isCaptioned = (section: Section) => section.kind === 'night' || ('head' in section && !!section.head?.caption);

function numbered({ sections }: Page) {
  let captioned = 0;
  return sections.map((section, index) => ({ section, index, cell: isCaptioned(section) ? captioned++ : undefined }));
}

type Props = {
  page: Page;
  /** The form of a `contact-form` section: a feature, of which content knows nothing. */
  contactForm?: ReactNode;
};

/** A content page, from its data. */
export const RenderedPage = ({ page, contactForm }: Props) =>
  numbered(page).map(({ section, index, cell }) => {
    const Component = components[section.kind] as ComponentType<SectionProps>;
    return <Component key={index} section={section} page={page} cell={cell} contactForm={contactForm} />;
  });
