import { useState } from 'react';
import { useAfterMount } from '../../ui/use-after-mount';

declare global {
  interface Window {
    /** The fragment with a token, without `#`. The snippet in `<head>` moves it here from the address. */
    __fragment?: string;
  }
}

export function takeFragment() {
  const fragment = window.__fragment ?? window.location.hash.slice(1);
  delete window.__fragment;
  if (window.location.hash) window.history.replaceState(window.history.state, '', window.location.pathname);
  return new URLSearchParams(fragment);
}

/** Returns the token and address of the email's link. They are '' if missing, undefined until they are read. */
export function useMailLink() {
  const [link, setLink] = useState<{ token: string; email: string; isChange: boolean }>();
  useAfterMount(() => {
    const fragment = takeFragment();
    const [token, email] = [fragment.get('token') ?? '', fragment.get('email') ?? ''];
    setLink({ token, email, isChange: fragment.has('change') });
  });
  return link;
}
