import { resolve } from 'node:path';

export const projectRoot = resolve(__dirname, '../..');
/** Scratch of the test run: template database, logs of every server. Emptied when a run starts. */
export const artifacts = resolve(projectRoot, 'test/.artifacts');
