import { type ComponentType, useEffect, useState } from 'react';
import { getToken } from '../../api/session';
import { loadChunk } from '../../shell/load-chunk';
import uptime from '../../site/drawings/uptime.svg?raw';
import { titleOf } from '../../site/page';
import notFound from '../../site/pages/not-found';
import { Loader } from '../../ui/brand';
import { useAfterMount } from '../../ui/use-after-mount';
import { deskClient } from './desk-client';

/** What the server's answer leads to. Nothing of the desk is loaded before. */
async function contentFor(token: string | null): Promise<ComponentType> {
  const { data, error } = token === null ? {} : await deskClient.GET('/desk/access');
  if (token === null || error?.status === 404) return NotFound;
  // Staff whose token has expired, or needs the passkey, are asked by the desk.
  if (error && error.status !== 401) throw error;
  return loadChunk('desk', () => import('./desk').then(({ openDesk }) => openDesk(data)));
}

/** A visitor without a role sees what an unknown address shows. */
export default function GatePage() {
  const [Content, setContent] = useState<ComponentType>(() => Loading);
  useAfterMount((signal) => {
    const fail = (error: unknown) => () => {
      throw error;
    };
    contentFor(getToken())
      .catch(fail)
      .then((content) => {
        if (!signal.aborted) setContent(() => content);
      });
  });
  return <Content />;
}

const Loading = () => (
  <div className="wrap error-page">
    <h1 className="visually-hidden">Loading</h1>
    <Loader />
  </div>
);

/** The site's page of unknown addresses, from the same content. */
function NotFound() {
  const [hero] = notFound.sections;
  useEffect(() => {
    document.title = titleOf(notFound);
  }, []);
  if (hero?.kind !== 'hero') return null;
  return (
    <section className="hero hero--split">
      <div className="wrap hero__inner">
        <div>
          <h1>{hero.title}</h1>
          <p className="lead">{hero.lead}</p>
          <div className="row">
            {hero.actions?.map(({ label, to }, index) => (
              <a key={to} className={index === 0 ? 'btn btn--solid' : 'btn'} href={to}>
                {label}
              </a>
            ))}
          </div>
        </div>
        <figure className="hero__drawing">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours */}
          <div className="drawing" dangerouslySetInnerHTML={{ __html: uptime }} />
        </figure>
      </div>
    </section>
  );
}
