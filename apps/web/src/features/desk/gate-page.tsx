import { asProblem, messageOf } from '@novacore/client';
import { type ComponentType, useEffect, useState } from 'react';
import { getToken } from '../../api/session';
import { loadChunk } from '../../shell/load-chunk';
import uptime from '../../site/drawings/uptime.svg?raw';
import { titleOf } from '../../site/page';
import notFound from '../../site/pages/not-found';
import { Loader } from '../../ui/brand';
import { useAfterMount } from '../../ui/use-after-mount';
import { deskClient } from './desk-client';

/** What the server says about the caller. Nothing of the desk is loaded before. */
async function askAccess(): Promise<ComponentType> {
  if (getToken() === null) return NotFound;
  const { error } = await deskClient.GET('/desk/access');
  if (error?.status === 404) return NotFound;
  // Of staff, whose token has expired or needs the passkey: the desk asks for it.
  if (error && error.status !== 401) return () => <Failed message={messageOf(asProblem(error))} />;
  return (await loadChunk('desk', () => import('./desk'))).Desk;
}

/** A visitor without a role sees what an unknown address shows. */
export default function GatePage() {
  const [Content, setContent] = useState<ComponentType>();
  const [failure, setFailure] = useState<unknown>();
  useAfterMount((signal) => {
    askAccess().then((content) => {
      if (!signal.aborted) setContent(() => content);
    }, setFailure);
  });
  if (failure) throw failure;
  return Content ? <Content /> : <Loading />;
}

const Loading = () => (
  <div className="wrap error-page">
    <h1 className="visually-hidden">Loading</h1>
    <Loader />
  </div>
);

const Failed = ({ message }: { message: string }) => (
  <section className="wrap error-page" role="alert">
    <h1>No answer</h1>
    <p className="lead">{message}</p>
    <button type="button" className="btn" onClick={() => window.location.reload()}>
      Try again
    </button>
  </section>
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
