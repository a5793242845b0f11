import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { runnerImport } from 'vite';
import { define } from './settings.mjs';

const PAGES = 'virtual:pages';
/** `home.ts?content` is all of a page; `pricing.ts?awake` its live sections alone. */
const query = /\?(content|awake)$/;

/**
 * Pages are data, so the build renders them once: the browser gets HTML, and as data what needs script, but neither the
 * components nor the claims and prices behind them. `virtual:pages` is what the navigation needs of all pages.
 */
export function pagesPlugin(root) {
  const source = join(root, 'src') + sep;
  let evaluated;
  const evaluation = () => {
    evaluated ??= evaluate(root);
    return evaluated;
  };
  return {
    name: 'novacore:pages',
    enforce: 'pre',
    resolveId: (id) => (id === PAGES ? `\0${PAGES}` : undefined),
    async load(id) {
      if (id === `\0${PAGES}`) return pagesModule(await evaluation());
      const [, part] = query.exec(id) ?? [];
      const page = part && (await evaluation()).get(id.slice(source.length).replace(query, ''));
      return page && `export default ${JSON.stringify(part === 'awake' ? awake(page) : page.content)};`;
    },
    hotUpdate({ file }) {
      if (!file.startsWith(join(source, 'site'))) return undefined;
      evaluated = undefined;
      this.environment.moduleGraph.invalidateAll();
      this.environment.hot.send({ type: 'full-reload' });
      return [];
    },
  };
}

/** Each page by its file, such as `site/pages/home.ts`, in the order of the index. */
async function evaluate(root) {
  const index = await readFile(join(root, 'src/site/pages/index.ts'), 'utf8');
  const { module } = await runnerImport(join(root, 'src/site/contents.tsx'), { root, configFile: false, define });
  return new Map(
    [...index.matchAll(/import\('\.\/([^']+)'\)/g)].map(([, name], place) => [
      `site/pages/${name}.ts`,
      module.default[place],
    ]),
  );
}

/** A prerendered page has its HTML already. */
const awake = ({ content }) => content.map((run) => ('html' in run ? { html: '' } : run));

function pagesModule(pages) {
  const load = (file, part) => `() => import(${JSON.stringify(`/src/${file}?${part}`)})`;
  const entries = [...pages].map(([file, { head, live, prices }]) => {
    const awake = live.length ? `, awake: ${load(file, 'awake')}` : '';
    return `{ ...${JSON.stringify({ ...head, live, prices })}, content: ${load(file, 'content')}${awake} }`;
  });
  return `export const pages = [${entries.join(',\n')}];\nexport const files = ${JSON.stringify([...pages.keys()])};`;
}
