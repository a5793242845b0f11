/**
 * In-app and proxy browsers, in which checkout cannot open a frame or call its handler (razorpay.com/docs, "Best
 * Practices" and "Callback URL"). Android's WebView has `; wv)`. Apple's lacks the `Safari/` of a browser; some apps
 * add it.
 */
const patterns = [
  /\bFBA[NV]\b|\bFB_IAB\b/,
  /\bInstagram\b/,
  /; wv\)/,
  /^(?!.*\bSafari\/).*\bAppleWebKit\//,
  /\bSnapchat\b|\bTwitter for \w+|\bPinterest\/|\bmusical_ly|\bTikTok|\bBytedanceWebview\b/,
  /\bOPR\/.*\bMini\b|\bOpera Mini\b/,
  /\bUC ?Browser\b/,
  /\b(Line|MicroMessenger)\//,
  /\bLinkedInApp\b/,
];

export const isInAppBrowser = (userAgent: string) => patterns.some((pattern) => pattern.test(userAgent));
