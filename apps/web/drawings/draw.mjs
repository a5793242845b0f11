// `npm run draw` writes the drawings of `figures/` and the keys to their letters;
// `npm run check` compares them with the files that the pages read.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runnerImport } from 'vite';

const figures = join(import.meta.dirname, 'figures');
const target = join(import.meta.dirname, '../src/site/drawings');

function toSvg(name, { viewBox, label, markup, shape }) {
  const classes = ['drawing-svg', `drawing-svg--${name}`, shape && `drawing-svg--${shape}`].filter(Boolean).join(' ');
  const said = label ? `role="img" aria-label="${label}"` : 'aria-hidden="true"';
  return `<svg xmlns="http://www.w3.org/2000/svg" class="${classes}" viewBox="${viewBox}" ${said}>${markup}</svg>\n`;
}

function keysModule(keys) {
  const lines = Object.entries(keys).map(([name, entries]) => `  '${name}': ${JSON.stringify(entries)},\n`);
  const type = 'Record<string, [letter: string, meaning: string][]>';
  return `/** Written by \`npm run draw\` from the labels of the drawings. */\nexport const generatedKeys: ${type} = {\n${lines.join('')}};\n`;
}

/** Returns every computed file as a pair of path and text. */
async function computeFiles() {
  const files = [];
  const keys = {};
  for (const file of (await readdir(figures)).sort()) {
    const name = file.replace('.ts', '');
    const { module } = await runnerImport(join(figures, file), { configFile: false });
    const drawing = module.default();
    files.push([join(target, `${name}.svg`), toSvg(name, drawing)]);
    if (drawing.key) keys[name] = drawing.key.map((words, index) => [String.fromCharCode(65 + index), words]);
  }
  return [...files, [join(target, 'keys.gen.ts'), keysModule(keys)]];
}

export async function draw() {
  for (const [file, text] of await computeFiles()) await writeFile(file, text);
}

/** @throws Error that names the outdated files. */
export async function checkDrawings() {
  const outdated = [];
  for (const [file, text] of await computeFiles())
    if ((await readFile(file, 'utf8').catch(() => '')) !== text) outdated.push(file);
  if (outdated.length) throw new Error(`Not as computed, run \`npm run draw\`: ${outdated.join(', ')}`);
}

if (import.meta.filename === process.argv[1]) await draw();
