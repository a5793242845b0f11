import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { runnerImport } from 'vite';
import { pageModule, readPageId } from './page-module.mjs';
import { define } from './settings.mjs';

const HEADS = 'virtual:page-heads';

/**
 * Pages are data, so the build evaluates them once: the browser gets each page's JSON and never the code, the claims
 * register or the prices behind it. `virtual:page-heads` is what the navigation needs of all pages: neither
 * descriptions nor sections.
 */
export function pagesPlugin(root) {
  const site = join(root, 'src/site') + sep;
  let evaluated;
  const evaluation = () => {
    evaluated ??= evaluate(root);
    return evaluated;
  };
  return {
    name: 'novacore:pages',
    enforce: 'pre',
    resolveId: (id) => (id === HEADS ? `\0${HEADS}` : undefined),
    async load(id) {
      if (id === `\0${HEADS}`) return headsModule((await evaluation()).pages);
      if (this.environment.name !== 'client' || !id.startsWith(site)) return undefined;
      const [file, whole] = readPageId(id);
      const { pages, isLive } = await evaluation();
      const page = pages.get(file.slice(join(root, 'src/').length));
      return page && pageModule(page, file, whole, isLive);
    },
    hotUpdate({ file, modules }) {
      if (!file.startsWith(site) || !file.endsWith('.ts')) return undefined;
      evaluated = undefined;
      const heads = this.environment.moduleGraph.getModuleById(`\0${HEADS}`);
      return heads ? [...modules, heads] : modules;
    },
  };
}

/** Each page by its file, such as `site/pages/home.ts`, in the order of the index; and which sections need script. */
async function evaluate(root) {
  const index = await readFile(join(root, 'src/site/pages/index.ts'), 'utf8');
  const files = [...index.matchAll(/import\('\.\/([^']+)'\)/g)].map(([, name]) => `site/pages/${name}.ts`);
  const run = async (file) => (await runnerImport(join(root, file), { root, configFile: false, define })).module;
  const { default: all } = await run('src/site/all-pages.ts');
  const { isLive } = await run('src/site/sections/live-sections.ts');
  return { pages: new Map(files.map((file, index) => [file, all[index]])), isLive };
}

function headsModule(pages) {
  const heads = [...pages.values()].map(({ sections, description, ...head }) => head);
  return `export const heads = ${JSON.stringify(heads)};\nexport const files = ${JSON.stringify([...pages.keys()])};`;
}
