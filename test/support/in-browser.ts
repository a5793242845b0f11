import { needing } from './needing';

// Jest's own, for what needs Chromium.
const [inBrowser, testInBrowser] = [needing(describe, 'Chromium'), needing(test, 'Chromium')];

export { inBrowser as describe, testInBrowser as it, testInBrowser as test };
