import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/paths';

interface Package {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const packages: Record<string, Package> = JSON.parse(read('package-lock.json')).packages;
const ours = Object.entries(packages).filter(([path]) => !path.includes('node_modules'));
const theirs = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules') && !link);

/** What people edit: the lockfile has a copy, which stays behind until somebody installs. */
const manifests = ours.map(([path]): [string, Package] => [path, JSON.parse(read(join(path, 'package.json')))]);

test('every dependency is asked for in one exact version', () => {
  const ranges = [...ours, ...manifests].flatMap(([path, { dependencies, devDependencies }]) =>
    Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${path}: ${name} ${version}`),
  );
  expect(ranges).toEqual([]);
});

test('every package comes from a registry, and is known by its hash', () => {
  expect(theirs.length).toBeGreaterThan(100);
  expect(theirs.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  expect(theirs.filter(([, { resolved }]) => /^(git|http:)/.test(resolved ?? '')).map(([path]) => path)).toEqual([]);
});

test('no package runs a script of its own when it is installed', () => {
  expect(read('scripts/lib/setup.mjs')).toContain("'--ignore-scripts'");
  const byHand = spawnSync('npm', ['config', 'get', 'ignore-scripts'], { cwd: projectRoot, encoding: 'utf8' });
  expect(byHand.stdout.trim()).toBe('true');
});

test('npm lists what is in production, as a bill of materials', () => {
  const options = { cwd: projectRoot, encoding: 'utf8' as const, maxBuffer: 50_000_000 };
  const { status, stdout } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], options);
  expect(status).toBe(0);
  const { bomFormat, components } = JSON.parse(stdout) as { bomFormat: string; components: { name: string }[] };
  expect(bomFormat).toBe('CycloneDX');
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'jose', 'passport-jwt', 'razorpay']));
  expect(names).not.toContain('jest');
});

/** A proof is written `test/file.test.ts` or `test/file.test.ts` “part of a title”. */
const proofs = [...read('docs/security.md').matchAll(/`(test\/[\w/-]+\.[\w.]+)`(?: “([^”]+)”)?/g)];

test.each(proofs.map(([, file = '', title = '']) => [file, title]))(
  'docs/security.md names a proof that there is: %s %s',
  (file, title) => {
    expect(existsSync(join(projectRoot, file))).toBe(true);
    expect(read(file)).toContain(title);
  },
);
