import { useEffect } from 'react';
import uptime from '../../site/drawings/uptime.svg?raw';
import { titleOf } from '../../site/page';
import notFound from '../../site/pages/not-found';

/** The site's page of unknown addresses, from the same content. */
export function NotFound() {
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
