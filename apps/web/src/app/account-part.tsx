import { type ReactNode, useEffect } from 'react';
import { mountToaster } from '../ui/toaster';

/** What the pages of the application stand in: toasts. Loaded with the first of them. */
export default function AccountPart({ children }: { children: ReactNode }) {
  useEffect(mountToaster, []);
  return children;
}
