import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = new Set(['.html', '.js', '.css', '.json', '.yaml', '.xml', '.txt', '.svg', '.speculationrules']);
const brotli = (bytes) =>
  promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_LGWIN]: 22 },
  });
const encodings = { br: brotli, gz: (bytes) => promisify(gzip)(bytes, { level: 9 }) };

/** Writes `.br` and `.gz` next to each file that shrinks, so that no server has to compress anything. */
export async function compressAll(dist) {
  const names = await readdir(dist, { recursive: true });
  const files = names.filter((name) => compressible.has(extname(name))).map((name) => join(dist, name));
  await Promise.all(files.map(compress));
}

async function compress(file) {
  const bytes = await readFile(file);
  for (const [extension, encode] of Object.entries(encodings)) {
    const packed = await encode(bytes);
    if (packed.length < bytes.length) await writeFile(`${file}.${extension}`, packed);
  }
}
