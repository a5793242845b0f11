import { exampleMails } from './examples';
import { type LetterContext, letterOf } from './templates';

test.each(exampleMails)('$kind is small, loads nothing, and says who writes and why', ({ html, text, subject }) => {
  expect(Buffer.byteLength(html)).toBeLessThan(30_000);
  expect(html).not.toMatch(/\bsrc=|<link|url\(|@import|<img|<script|<iframe/);
  expect(html).toContain('lang="en-IN"');
  for (const part of [html, text]) {
    expect(part).toContain('You receive this email because');
    expect(part).toContain('NovaCore Example Private Limited, 1 Example Road, Hyderabad');
  }
  expect(subject + text).not.toMatch(/undefined|null|NaN/);
});

test.each([
  ['password', /then choose a new password:/, ['/account', '/forgot-password']],
  ['github', /then choose a new password at GitHub/, ['/account']],
  ['passkey', /remove each passkey that you do not recognise/, ['/account', '/forgot-password']],
])('a mail about a new place says what ends a log-in by %s', (way, advice, links) => {
  const context = { publicUrl: '', contactEmail: '', recipient: '', seller: {} } as LetterContext;
  const data = { at: '2026-11-27T09:30:00Z', way, browser: 'Firefox', network: '203.0.113.0/24' };
  const parts = letterOf('NEW_SIGN_IN', data, context)?.parts ?? [];
  expect(JSON.stringify(parts)).toMatch(advice);
  expect(parts.flatMap((part) => (typeof part === 'object' && 'url' in part ? [part.url] : []))).toEqual(links);
});
