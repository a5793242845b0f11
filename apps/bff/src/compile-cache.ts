// Imported first by each program: what is compiled once need not be compiled at every start.
import * as module from 'node:module';
import { join } from 'node:path';

/** Of Node 22.1 and later. Where the folder cannot be written, there is no cache. */
const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };

enableCompileCache?.(join(__dirname, '../node_modules/.cache/compiled'));
