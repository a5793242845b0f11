/** The part of `Storage` that the site uses. */
export type Keep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function inMemory(): Keep {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** A browser that blocks storage throws at the first touch. */
function storage(kind: 'localStorage' | 'sessionStorage'): Keep {
  try {
    return globalThis.window?.[kind] ?? inMemory();
  } catch {
    return inMemory();
  }
}

/** What a browser does not take, its storage being blocked or full, is kept for as long as the page lives. */
function open(kind: 'localStorage' | 'sessionStorage'): Keep {
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

/** Shared by all tabs, stays. */
export const shared = open('localStorage');

/** This tab's own, gone with it. */
export const own = open('sessionStorage');
