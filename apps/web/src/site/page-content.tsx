import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { Content } from './content';
import type { Placed } from './runs';
import { type LiveKind, type LiveProps, liveSection } from './sections/live-sections';
import { Still } from './still';

type Props = { path: string; content: Content; Form?: ComponentType; mount: () => void };

function Live({ section, cell, Form }: Placed & Pick<Props, 'Form'>) {
  const Section = liveSection(section.kind as LiveKind) as ComponentType<LiveProps> | undefined;
  return Section && <Section section={section as LiveProps['section']} cell={cell} Form={Form} />;
}

/** Whether somebody comes to the top of a page by a link: not on its first load, back, or to an anchor further down. */
function useFollowed() {
  const { hash } = useLocation();
  return useNavigationType() !== 'POP' && !hash;
}

/** A page of content: HTML, and between it what needs script. Behind a link its first section is painted by itself. */
export function PageContent({ path, content, Form, mount }: Props) {
  const followed = useFollowed();
  const [whole, setWhole] = useState(!followed);
  useEffect(() => startTransition(() => setWhole(true)), []);
  useEffect(() => {
    if (whole) mount();
  }, [whole, mount]);
  const shown = (whole ? content : content.slice(0, 1)).map((run, index) => {
    const name = `${path} ${index}`;
    return 'html' in run ? <Still key={name} name={name} html={run.html} /> : <Live key={name} Form={Form} {...run} />;
  });
  return (
    <>
      {shown}
      {!whole && <div className="to-come" />}
    </>
  );
}
