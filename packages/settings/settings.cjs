// The environment as server, scripts and web build read it. Imports no package: the first start runs before any is installed.
const { accessSync, constants, lstatSync, readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');

/** What holds where a key is not set; in production the server asks for some of them. */
exports.defaults = {
  PORT: 3000,
  SANDBOX_PORT: 3001,
  DATA_DIR: '.data',
  CONTACT_EMAIL: 'hello@novacore.example',
  PAYMENT_PURPOSE: 'One payment of ₹150. It does not include GPU hours; servers are supplied under a separate order.',
  LOG_RETENTION_DAYS: 180,
};
const { defaults } = exports;

/** What the pages are built for. Stored in build.json, which the server compares with its configuration. */
exports.siteSettings = (env) => ({
  /** The site's own origin, without a trailing slash. */
  publicUrl: env.PUBLIC_URL || `http://localhost:${env.PORT || defaults.PORT}`,
  contactEmail: env.CONTACT_EMAIL || defaults.CONTACT_EMAIL,
  /** Address of a third-party script for the home page, loaded after consent; empty for none. */
  homeScriptUrl: env.HOME_SCRIPT_URL || '',
  /** One sentence: what the payment is for. */
  paymentPurpose: env.PAYMENT_PURPOSE || defaults.PAYMENT_PURPOSE,
  logRetentionDays: Number(env.LOG_RETENTION_DAYS || defaults.LOG_RETENTION_DAYS),
});

/** Whether it is a file, and readable: no folder, no dangling link, no file of another user. */
exports.isReadableFile = (path) => {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/** Joiners between letters are a part of words in Indian scripts. */
const invisible = /[\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
/** Some editors show a new line there; to readers the line goes on. */
const lineSeparator = /[\u2028\u2029]/;
const quotes = /^["'`]/;

const keyAndValue = /^\s*(?:export\s+)?([A-Z][A-Z\d_]*|(?:https?|all|no)_proxy)\s*=(?!=)(.*)$/s;
const invisibleFault = { fault: 'has an invisible character' };
const expanded = "has a $ or a backslash, which some readers expand or drop: put the value in single quotes";

/** @returns the value, or what is wrong with it */
function readValue(text) {
  if (/\p{Cc}/u.test(text.replaceAll('\t', '')) || invisible.test(text)) return invisibleFault;
  if (/^[“”„‘’]/.test(text)) return { fault: 'begins with a typographic quote: write \' or "' };
  if (!quotes.test(text)) {
    if (text.includes('#'))
      return { fault: 'has a # outside of quotes: put the value in quotes, and a comment on a line for itself' };
    return /[$\\]/.test(text) ? { fault: expanded } : { value: text };
  }
  const end = text.indexOf(text[0], 1);
  if (end < 0) return { fault: 'has a quote that does not end on its line' };
  if (!/^\s*(#.*)?$/.test(text.slice(end + 1))) return { fault: 'has text after its quotes: put other quotes around it' };
  const value = text.slice(1, end);
  return text[0] !== "'" && /[$\\]/.test(value) ? { fault: expanded } : { value };
}

/**
 * Reads lines of KEY=value. Strict: other readers cut a bare value at `#`, ignore a line that they do not understand, and
 * read the first key wrong after a byte-order mark. Takes any of the three kinds of line ends, with or without a byte-order mark.
 * Keys are in capitals, but for the names of proxies, and no value begins with a bare `=`: the second line of a secret in base64
 * is no key.
 * @returns values by key, and one sentence for each line that would be cut or misread; never a part of a value
 */
exports.readEnvFile = (file) => {
  const values = {};
  const faults = [];
  let text = '\0';
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error.code !== 'ERR_ENCODING_INVALID_ENCODED_DATA')
      return { values, faults: [`.env cannot be read: ${error.code}`] };
  }
  // UTF-16 without a byte-order mark is valid UTF-8 full of NULs.
  if (text.includes('\0')) return { values, faults: ['.env is not text in UTF-8: save it as UTF-8'] };
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const separated = lineSeparator.test(line) && invisibleFault;
    if (!separated && /^\s*(#|$)/.test(line)) continue;
    const [, key, rest] = keyAndValue.exec(line) ?? [];
    const { value, fault } = separated || (key ? readValue(rest.trim()) : { fault: 'is not KEY=value' });
    const wrong = fault ?? (Object.hasOwn(values, key) && 'is set before: keep one of the two lines');
    if (wrong) faults.push(`.env, line ${index + 1}: ${key ? `${key} ` : ''}${wrong}`);
    else values[key] = value;
  }
  return { values, faults };
};

/** Loads `.env` from the project's root if it exists. What the environment already has wins. @returns its faults */
exports.loadEnvFile = (root) => {
  const file = join(root, '.env');
  // Also a link to a file that is not there: a start without the settings that it should have would surprise.
  if (!lstatSync(file, { throwIfNoEntry: false })) return [];
  const { values, faults } = exports.readEnvFile(file);
  for (const [key, value] of Object.entries(values)) process.env[key] ??= value;
  return faults;
};
