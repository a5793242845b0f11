import { useMatches } from 'react-router-dom';
import type { PageHead } from './site/page';

/** The `handle` of every route: the document's data about its page. */
export type RouteHead = PageHead & {
  /** Emails link here with a token in the fragment, so the page loads nothing from other origins. */
  opensFromMail?: boolean;
  /** The module of an application page, below `src`. */
  module?: string;
  /** Staff also reach every address below the path. The page loads nothing from other origins. */
  staff?: boolean;
  bare?: boolean;
};

export function useRouteHead(): RouteHead {
  const heads = useMatches().flatMap(({ handle }) => (handle ? [handle as RouteHead] : []));
  const head = heads.at(-1);
  if (!head) throw new Error('This route has no head: src/routes.tsx gives every page one.');
  return head;
}
