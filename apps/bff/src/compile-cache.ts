// Imported first by each program, so that its code is compiled once and not at every start.
import * as module from 'node:module';
import { join } from 'node:path';

/** Exists from Node 22.1 on. The cache is skipped if its folder is not writable. */
const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };

enableCompileCache?.(join(__dirname, '../node_modules/.cache/compiled'));
