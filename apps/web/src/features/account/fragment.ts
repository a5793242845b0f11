import { useState } from 'react';
import { useAfterMount } from '../../ui/use-after-mount';

declare global {
  interface Window {
    /** The fragment of a page that gets a token, without `#`. The snippet in `<head>` moves it here from the address. */
    __fragment?: string;
  }
}

/** Removes the fragment as it is read, because it holds a token. */
export function takeFragment() {
  const fragment = window.__fragment ?? window.location.hash.slice(1);
  delete window.__fragment;
  if (window.location.hash) window.history.replaceState(window.history.state, '', window.location.pathname);
  return new URLSearchParams(fragment);
}

/** The token of the mail's link that opened this page; '' without one, undefined until it is read. */
export function useLinkToken() {
  const [token, setToken] = useState<string>();
  useAfterMount(() => setToken(takeFragment().get('token') ?? ''));
  return token;
}
