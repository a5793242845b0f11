/** The part of `Storage` that the site uses. */
export type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function inMemory(): SafeStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** A browser that blocks storage throws on the first access, or has none. */
function storage(kind: 'localStorage' | 'sessionStorage'): SafeStorage {
  try {
    const found = globalThis.window?.[kind];
    found?.getItem('');
    return found ?? inMemory();
  } catch {
    return inMemory();
  }
}

/** What the browser does not store, because its storage is blocked or full, is kept as long as the document. */
function open(kind: 'localStorage' | 'sessionStorage'): SafeStorage {
  const stored = storage(kind);
  const unstored = inMemory();
  return {
    getItem: (key) => unstored.getItem(key) ?? stored.getItem(key),
    setItem(key, value) {
      try {
        stored.setItem(key, value);
        unstored.removeItem(key);
      } catch {
        unstored.setItem(key, value);
        stored.removeItem(key); // an older value, another person's token perhaps, would be back after a reload
      }
    },
    removeItem(key) {
      unstored.removeItem(key);
      stored.removeItem(key);
    },
  };
}

/** Shared by all tabs, permanent. */
export const local = open('localStorage');

/** This tab only, gone with it. */
export const session = open('sessionStorage');
