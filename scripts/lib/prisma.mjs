import { tool } from './run.mjs';

/**
 * Prisma's client, offline: `prisma generate` asks for the schema engine's binary although it does not use it,
 * and any file that exists satisfies it.
 */
export const generatePrisma = () =>
  tool('prisma', ['generate'], {
    env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  });
