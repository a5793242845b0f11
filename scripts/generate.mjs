// Generates the code that is derived from the contract and from the data model.
import { generate } from './lib/build.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await ensureInstalled();
await generate();
