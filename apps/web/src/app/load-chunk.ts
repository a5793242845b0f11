import { ChunkLoadError } from './chunk-load-error';

const timeoutMs = 120_000;

/**
 * Waits for a lazily loaded part.
 * @throws ChunkLoadError `missing` when it fails to load, `timeout` after 120 seconds.
 */
export function loadChunk<Part>(chunk: string, load: () => Promise<Part>): Promise<Part> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError(chunk, 'timeout')), timeoutMs);
    load()
      .then(resolve, (cause) => reject(new ChunkLoadError(chunk, 'missing', cause)))
      .finally(() => clearTimeout(timer));
  });
}
