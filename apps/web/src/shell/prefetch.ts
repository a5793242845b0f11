/** The speculation rules of the site, as the server sends them (src/prerender/seo-files.ts). */
type Rules = { prerender: { where: { href_matches: string[] } }[] };

const intents = ['pointerover', 'focusin', 'touchstart'] as const;

let allowed: Promise<string[]> | undefined;

/** The pages that may be fetched ahead of a visit. The same list as in browsers that read the rules themselves. */
function allowedPaths() {
  allowed ??= fetch('/content.speculationrules')
    .then((reply) => reply.json())
    .then((rules: Rules) => rules.prerender.flatMap(({ where }) => where.href_matches))
    .catch(() => []);
  return allowed;
}

async function prefetch({ target }: Event) {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.pathname === location.pathname) return;
  if (!(await allowedPaths()).includes(link.pathname)) return;
  const href = link.pathname + link.search;
  // After the wait, because one hover is several events.
  if (!document.head.querySelector(`link[rel=prefetch][href="${CSS.escape(href)}"]`))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }));
}

/** Fetches a page when a visitor is about to follow its link, in browsers without speculation rules. */
export function prefetchOnIntent() {
  if (HTMLScriptElement.supports?.('speculationrules')) return;
  for (const intent of intents) document.addEventListener(intent, prefetch, { passive: true });
}
