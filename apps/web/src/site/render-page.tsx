import type { ComponentType } from 'react';
import type { Page } from './page';
import { captionCount, sectionComponents } from './sections/index';
import type { SectionProps } from './sections/parts';

type Props = {
  page: Page;
  /** The form of a `contact-form` section: a feature, which content does not import. */
  Form?: ComponentType;
};

/** A content page, from its data. Captioned bands are numbered in the order of the page. */
export function RenderedPage({ page, Form }: Props) {
  let captions = 0;
  return page.sections.map((section, index) => {
    const Component = sectionComponents[section.kind] as ComponentType<SectionProps>;
    const count = captionCount(section);
    captions += count;
    const cell = count ? captions - count : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
    return <Component key={index} section={section} page={page} cell={cell} Form={Form} />;
  });
}
