import { isInAppBrowser } from './in-app-browser';

const chrome = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1';
const view = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test('checkout redirects in browsers inside apps', () => {
  const inApps = [
    chrome.replace('Pixel 8', 'Pixel 8; wv'),
    `${safari} Instagram 334.0.4.32.98 (iPhone15,2)`,
    'Mozilla/5.0 (iPhone) Mobile/15E148 [FBAN/FBIOS;FBAV/466.0.0.51.107]',
    `${view} Mobile/15E148`,
    `${view} Mobile/15E148 Snapchat/12.50.0.37 (like Safari/8617.1.17.10.9, panda)`,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)', // This is an app on an iPad.
    'Opera/9.80 (Android; Opera Mini/80.0/191.354; U; en) Presto/2.12.423 Version/12.16',
    `${chrome} UCBrowser/13.4.0.1306`,
    ...['Line/14.9.0', '[LinkedInApp]/9.29', '[FB_IAB/Orca-Android;]', 'BytedanceWebview/d8a21c6'].map(
      (app) => `${safari} ${app}`,
    ),
    'Mozilla/5.0 (Macintosh) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/116.0 Safari/537.36 MicroMessenger/6.8.0',
  ];
  expect(inApps.filter((agent) => !isInAppBrowser(agent))).toEqual([]);
});

test('checkout opens over the page in every other browser', () => {
  const others = [
    chrome,
    safari,
    'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    `${view} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`,
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0',
  ];
  expect(others.filter(isInAppBrowser)).toEqual([]);
});
