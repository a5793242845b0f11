/** A part of the site that did not arrive: gone from the server (or never reachable), or too late. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';

  constructor(
    chunk: string,
    readonly type: 'missing' | 'timeout',
    cause?: unknown,
  ) {
    super(`Loading chunk ${chunk} failed (${type}).`, { cause });
  }
}
