import { type ComponentType, Fragment, type ReactNode } from 'react';
import type { Page } from './page';
import { type Placed, runsOf } from './runs';
import { type LiveKind, liveSection } from './sections/live-sections';
import type { SectionProps } from './sections/section-props';
import { Still } from './still';

type Props = {
  page: Page;
  Form?: ComponentType;
  /** Shows a section that needs no script; without it, what the prerender wrote is left in place. */
  show?: (placed: Placed, page: Page) => ReactNode;
};

function showLive({ section, cell }: Placed, page: Page, Form?: ComponentType) {
  const Live = liveSection(section.kind as LiveKind) as ComponentType<SectionProps> | undefined;
  return Live && <Live section={section} page={page} cell={cell} Form={Form} />;
}

/** A page of content: its sections, one after the other, those that need script apart from the rest. */
export function PageRuns({ page, Form, show }: Props) {
  return runsOf(page).map(({ live, sections: [first, ...rest] }) => {
    if (!first) return null;
    const name = `${page.path} ${first.index}`;
    if (live) return <Fragment key={name}>{showLive(first, page, Form)}</Fragment>;
    return (
      <Still key={name} name={name}>
        {show && [first, ...rest].map((placed) => show(placed, page))}
      </Still>
    );
  });
}
