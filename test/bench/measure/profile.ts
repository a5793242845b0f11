import { readFileSync } from 'node:fs';

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  samples: number[];
  /** Microseconds since the sample before. */
  timeDeltas: number[];
}

/** What a piece of code belongs to: a package, Node itself, the engine, or the product. */
function ownerOf(functionName: string, url: string): string {
  if (functionName === '(idle)') return 'waiting';
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (url.startsWith('node:')) return 'Node';
  if (url.startsWith('wasm:')) return 'WebAssembly';
  if (!url) return 'engine';
  const packages = url.split('/node_modules/');
  return packages.length > 1 ? (/^(@[^/]+\/)?[^/]+/.exec(packages.at(-1) ?? '')?.[0] ?? 'engine') : 'the product';
}

/** Where a CPU profile's time went: milliseconds by owner, most first, waiting left out. */
export function timeByOwner(file: string): [owner: string, ms: number][] {
  const { nodes, samples, timeDeltas }: CpuProfile = JSON.parse(readFileSync(file, 'utf8'));
  const owners = new Map(nodes.map(({ id, callFrame }) => [id, ownerOf(callFrame.functionName, callFrame.url)]));
  const sums = new Map<string, number>();
  samples.forEach((node, index) => {
    const owner = owners.get(node) ?? 'engine';
    sums.set(owner, (sums.get(owner) ?? 0) + (timeDeltas[index] ?? 0) / 1000);
  });
  sums.delete('waiting');
  return [...sums].sort(([, a], [, b]) => b - a);
}
