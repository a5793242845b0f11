import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while the prerendered page is taken over, so that it is taken over as it was built; true from then on. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
