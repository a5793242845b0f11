// Computes the drawings of `figures/` and writes them, with the keys to their letters, where the pages take them from:
// `npm run draw -w @novacore/web`.
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runnerImport } from 'vite';

const figures = join(import.meta.dirname, 'figures');
const target = join(import.meta.dirname, '../src/site/drawings');

const keys = {};
for (const file of (await readdir(figures)).sort()) {
  const name = file.replace('.ts', '');
  const { module } = await runnerImport(join(figures, file), { configFile: false });
  const drawing = module.default();
  await writeFile(join(target, `${name}.svg`), toSvg(name, drawing));
  if (drawing.key) keys[name] = drawing.key.map((words, index) => [String.fromCharCode(65 + index), words]);
}
await writeFile(join(target, 'keys.gen.ts'), `${keysModule()}\n`);

function toSvg(name, { viewBox, label, markup, shape }) {
  const classes = ['dwg', `dwg--${name}`, shape && `dwg--${shape}`].filter(Boolean).join(' ');
  const said = label ? `role="img" aria-label="${label}"` : 'aria-hidden="true"';
  return `<svg xmlns="http://www.w3.org/2000/svg" class="${classes}" viewBox="${viewBox}" ${said}>${markup}</svg>\n`;
}

function keysModule() {
  const type = 'Record<string, [letter: string, meaning: string][]>';
  return `/** Written by \`npm run draw\` from the labels of the drawings. */\nexport const generatedKeys: ${type} = ${JSON.stringify(keys, null, 2)};`;
}
