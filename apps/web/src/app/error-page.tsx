import { Icon } from '../ui/icon';
import { ChunkLoadError } from './chunk-load-error';

const reload = () => window.location.reload();

/** What went wrong, and a way on: a part that did not arrive mostly does on the second try. */
export function ErrorPage({ error }: { error: Error }) {
  const lost = error instanceof ChunkLoadError;
  const title = lost ? 'Loading chunk failed' : 'Something went wrong';
  const advice = lost
    ? 'A part of this page did not arrive. It may have been replaced by a newer one, or the connection was lost.'
    : 'This page ran into an error. Nothing that you sent was lost by it.';
  return (
    <section className="wrap error-page" role="alert">
      <Icon name="alert" className="error-page__icon" />
      <h1>{title}</h1>
      <p className="lead">{advice}</p>
      <p className="row">
        <button type="button" className="btn btn--solid" onClick={reload}>
          Reload
        </button>
        <a className="btn" href="/contact">
          Contact
        </a>
      </p>
      {lost && <p className="cap">{error.message}</p>}
    </section>
  );
}
