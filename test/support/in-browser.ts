import { needing } from './needing';

const [inBrowser, testInBrowser] = [needing(describe, 'Chromium'), needing(test, 'Chromium')];

export { inBrowser as describe, testInBrowser as it, testInBrowser as test };
