// The one compiler path of the servers: swc, with the decorator metadata that injection needs (see .swcrc).
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transformFile } from '@swc/core';
import { root } from './run.mjs';

/** Compiles one source file of a server, named from its `src`, into its `dist`. */
export async function compileFile(app, name) {
  const target = join(root, 'apps', app, 'dist', name.replace(/\.ts$/, '.js'));
  const { code } = await transformFile(join(root, 'apps', app, 'src', name), { cwd: root });
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, code);
}

/** Compiles a whole server anew. */
export async function compile(app) {
  await rm(join(root, 'apps', app, 'dist'), { recursive: true, force: true });
  const names = await readdir(join(root, 'apps', app, 'src'), { recursive: true });
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));
  await Promise.all(sources.map((name) => compileFile(app, name)));
}
