import { resolve } from 'node:path';

/** Compiled files have the same depth in `dist` as this file in `src`. */
export const projectRoot = resolve(__dirname, '../../..');
