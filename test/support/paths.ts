import { resolve } from 'node:path';

export const projectRoot = resolve(__dirname, '../..');
/** Temporary files of a run: template database and server logs. Each run empties it first. */
export const artifacts = resolve(projectRoot, 'test/.artifacts');
