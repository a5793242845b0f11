import { useState } from 'react';
import { useAfterMount } from '../../ui/use-after-mount';
import { takeFragment } from './fragment';

/** The token of the mail's link that opened this page; '' without one, undefined until it is read. */
export function useLinkToken() {
  const [token, setToken] = useState<string>();
  useAfterMount(() => setToken(takeFragment().get('token') ?? ''));
  return token;
}
