/**
 * Browsers inside apps, and proxy browsers, in which checkout cannot open a frame or call its handler
 * (razorpay.com/docs, "Best Practices" and "Callback URL"). Android's WebView says `; wv)`.
 */
const patterns = [
  /\bFBA[NV]\b|\bFB_IAB\b/,
  /\bInstagram\b/,
  /; wv\)/,
  /\bOPR\/.*\bMini\b|\bOpera Mini\b/,
  /\bUC ?Browser\b/,
  /\bLine\//,
  /\bLinkedInApp\b/,
];

export const isInAppBrowser = (userAgent: string) => patterns.some((pattern) => pattern.test(userAgent));
