import { useMatches } from 'react-router-dom';
import type { PageHead } from './site/page';

/** The `handle` of every route: what a document says about its page. */
export type RouteHead = PageHead & {
  /** Mails link to it, with a token in the fragment: it loads nothing from other origins. */
  opensFromMail?: boolean;
  /** The module of an application page, below `src`. */
  module?: string;
  /** Serves every address below its path too, to staff. It loads nothing from other origins. */
  staff?: boolean;
  /** Without navigation and footer. */
  bare?: boolean;
};

/** What the route table says about the page that is shown. */
export function useRouteHead(): RouteHead {
  const heads = useMatches().flatMap(({ handle }) => (handle ? [handle as RouteHead] : []));
  const head = heads.at(-1);
  if (!head) throw new Error('This route has no head: src/routes.tsx gives every page one.');
  return head;
}
