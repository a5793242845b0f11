import { useSyncExternalStore } from 'react';
import { getToken, onTokenChange } from './session';

/** The token as React state. Null while the static HTML is taken over, so that both agree. */
export const useToken = () => useSyncExternalStore(onTokenChange, getToken, () => null);
