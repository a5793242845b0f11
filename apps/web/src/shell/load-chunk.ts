/** A chunk did not load: `missing` if the request failed, `timeout` if it took too long. */
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

const timeoutMs = 120_000;
const retryPauseMs = 1_500;

/** A short loss of connection should not cost the page; more retries would only add load. */
async function withOneRetry<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
    return load();
  }
}

/** @throws ChunkLoadError `missing` after two failures, `timeout` after 120 seconds. */
export function loadChunk<Part>(chunk: string, load: () => Promise<Part>): Promise<Part> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError(chunk, 'timeout')), timeoutMs);
    withOneRetry(load)
      .then(resolve, (cause) => reject(new ChunkLoadError(chunk, 'missing', cause)))
      .finally(() => clearTimeout(timer));
  });
}
