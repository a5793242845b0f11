import type { Page } from './page';
import type { Section } from './section';
import { captionCount } from './sections';
import { isLive } from './sections/live-sections';

/** A section, and which of the page's captioned bands it is, from 0. */
export type Placed = { section: Section; cell?: number; index: number };

/** The first section stands alone, and so does each that needs script; what lies between them needs none. */
export type Run = { live: boolean; sections: Placed[] };

function place({ sections }: Page): Placed[] {
  let captioned = 0;
  return sections.map((section, index) => {
    const count = captionCount(section);
    captioned += count;
    return { section, index, cell: count ? captioned - count : undefined };
  });
}

export function runsOf(page: Page): Run[] {
  const runs: Run[] = [];
  for (const placed of place(page)) {
    const live = isLive(placed.section.kind);
    const last = runs.at(-1);
    if (last && runs.length > 1 && !live && !last.live) last.sections.push(placed);
    else runs.push({ live, sections: [placed] });
  }
  return runs;
}
