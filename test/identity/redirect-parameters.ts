/** Names by which other sites are told where to send somebody afterwards. */
export const redirectParameters = [
  'next',
  'url',
  'redirect',
  'redirect_uri',
  'return',
  'returnTo',
  'continue',
  'dest',
  'from',
  'to',
  'goto',
  'callback',
];
