/** Parameter names that other sites use for a redirect target. */
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
