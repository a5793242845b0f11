import { existsSync } from 'node:fs';

export const isInstalled = (...files: string[]) => files.every((file) => existsSync(file));
