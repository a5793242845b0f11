import { chmodSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** The bundles leave these out because they hold binaries or WebAssembly. `@node-rs` has argon2 for this system. */
export const nativePackages = ['@node-rs', '@electric-sql/pglite'];

/** Copies the server, the packages that it loads, and `parts`. */
export function copyProduct(target, parts) {
  for (const part of ['apps/bff/dist', 'apps/web/operator.example.json', 'prisma', ...parts])
    cpSync(join(root, part), join(target, part), { recursive: true });
  const filter = (source) => !/\.(map|md|d\.[cm]?ts)$/.test(source);
  for (const name of nativePackages)
    cpSync(join(root, 'node_modules', name), join(target, 'node_modules', name), { recursive: true, filter });
}

/** The service runs as another user, and packages were perhaps installed under a umask that keeps it out. */
export function makeReadable(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}
