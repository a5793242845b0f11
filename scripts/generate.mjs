// Everything that is derived from the contract and from the data model.
import { generateContract } from './lib/contract.mjs';
import { generatePrisma } from './lib/prisma.mjs';

await Promise.all([generateContract(), generatePrisma()]);
