import { resolve } from 'node:path';

/** The project's root. Compiled files lie as deep in `dist` as this one in `src`. */
export const projectRoot = resolve(__dirname, '../../..');
