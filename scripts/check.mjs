// Types, lint, boundaries, contract; and the list of what the provider still has to review.
import { build } from './lib/build.mjs';
import { checks } from './lib/checks.mjs';
import { step } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await ensureInstalled();
await build();
for (const [name, check] of Object.entries(checks)) {
  await step(name, check).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

const { drafts } = await import('./lib/drafts.mjs');
console.log('\nDrafts for the provider to review:');
for (const [path, text] of await drafts()) console.log(`  ${path}: ${text}`);
