import { useRouteError } from 'react-router-dom';
import { ChunkLoadError } from '../shell/load-chunk';
import { Icon } from '../ui/icon';

const texts = {
  chunk: {
    title: 'Loading chunk failed',
    advice: 'A part of this page did not load. The site may have been updated, or the connection was lost.',
  },
  other: {
    title: 'Something went wrong',
    advice: 'This page had an error. Nothing that you submitted was lost.',
  },
};

/** Reload is a link, so that it works without script too. */
export function ErrorNotice({ kind, message = '' }: { kind: keyof typeof texts; message?: string }) {
  const { title, advice } = texts[kind];
  return (
    <section className="wrap error-page" role="alert">
      <Icon name="alert" className="error-page__icon" />
      <h1>{title}</h1>
      <p className="lead">{advice}</p>
      <p className="row">
        {/* biome-ignore lint/a11y/useValidAnchor: the empty address is this page */}
        <a className="btn btn--solid" href="">
          Reload
        </a>
        <a className="btn" href="/contact">
          Contact
        </a>
      </p>
      <p className="caption" data-chunk-error="">
        {message}
      </p>
    </section>
  );
}

/** Tells the visitor that a chunk did not load, or that the page failed. */
export function ErrorPage() {
  const error = useRouteError();
  if (error instanceof ChunkLoadError) return <ErrorNotice kind="chunk" message={error.message} />;
  return <ErrorNotice kind="other" />;
}
