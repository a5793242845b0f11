type BasicStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type SafeStorage = BasicStorage & {
  /** Whether the browser keeps this key beyond the document. */
  isStored: (key: string) => boolean;
  hasStored: (prefix: string) => boolean;
  removeAll: (prefix: string) => void;
};

function inMemory(): BasicStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** A browser that blocks storage throws on the first access, or has none. */
function browserStorage(kind: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    const found = globalThis.window?.[kind];
    found?.getItem('');
    return found ?? undefined;
  } catch {
    return undefined;
  }
}

/** Falls back to memory if the browser's storage is blocked or full. */
function open(kind: 'localStorage' | 'sessionStorage'): SafeStorage {
  const found = browserStorage(kind);
  const stored = found ?? inMemory();
  const unstored = inMemory();
  return {
    getItem: (key) => unstored.getItem(key) ?? stored.getItem(key),
    setItem(key, value) {
      try {
        stored.setItem(key, value);
        unstored.removeItem(key);
      } catch {
        unstored.setItem(key, value);
        stored.removeItem(key); // An older value, perhaps another user's token, would return after a reload.
      }
    },
    removeItem(key) {
      unstored.removeItem(key);
      stored.removeItem(key);
    },
    isStored: (key) => !!found && found.getItem(key) !== null,
    removeAll(prefix) {
      for (const key of Object.keys(found ?? {})) if (key.startsWith(prefix)) found?.removeItem(key);
    },
    hasStored: (prefix) => !!found && Object.keys(found).some((key) => key.startsWith(prefix)),
  };
}

export const local = open('localStorage');

/** The key in `session` of a message for the next document. */
export const arrivalKey = 'arrival-toast';

export const session = open('sessionStorage');
