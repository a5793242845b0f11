// This file imports no package, because scripts read settings before packages are installed.
import { accessSync, constants, lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** In production, the server requires some of these keys. */
export const defaults = {
  PORT: 3000,
  SANDBOX_PORT: 3001,
  DATA_DIR: '.data',
  CONTACT_EMAIL: 'hello@novacore.example',
  // A draft: the GPU provider still has to confirm what the payment is for.
  PAYMENT_PURPOSE: 'Sets up your account for GPU orders (one time)',
  LOG_RETENTION_DAYS: 180,
};

/** Settings of the built pages, which the server compares. @param {Record<string, string | undefined>} env */
export const siteSettings = (env) => ({
  publicUrl: env.PUBLIC_URL || `http://localhost:${env.PORT || defaults.PORT}`,
  contactEmail: env.CONTACT_EMAIL || defaults.CONTACT_EMAIL,
  /** A third-party script for the home page, loaded after consent. */
  homeScriptUrl: env.HOME_SCRIPT_URL || '',
  paymentPurpose: env.PAYMENT_PURPOSE || defaults.PAYMENT_PURPOSE,
  logRetentionDays: Number(env.LOG_RETENTION_DAYS || defaults.LOG_RETENTION_DAYS),
});

/** @param {string} path */
export const isReadableFile = (path) => {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

const entry = /^\s*(?:export\s+)?([A-Z][A-Z\d_]*|\w+_proxy)\s*=(?!=)\s*(.*)$/;

// parseEnv skips unknown lines, cuts values at a bare `#`, continues after an unclosed quote, and replaces `\n` in double
// quotes. The second line of a base64 secret may look like `KEY==`.
/** @param {string} value */
function valueFault(value) {
  if (!/^["'`]/.test(value)) return value.includes('#') && 'has a # outside of quotes: put the value in quotes';
  if (value.startsWith('"') && value.includes('\\')) return 'has a backslash in double quotes: use single quotes';
  return !/^(["'`])(?:(?!\1).)*\1\s*(#.*)?$/.test(value) && 'must have one pair of quotes, around the whole value';
}

/** Reads lines of KEY=value. Faults never contain a value. @param {string} file */
export function readEnvFile(file) {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    const isEncoding = code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    return { values: {}, faults: [isEncoding ? '.env is not text in UTF-8' : `.env cannot be read: ${code}`] };
  }
  const keys = new Set();
  const faults = text.split(/\r?\n/).flatMap((line, index) => {
    if (/^\s*(#|$)/.test(line)) return [];
    const [, key, value = ''] = entry.exec(line) ?? [];
    const fault = key ? (keys.has(key) ? 'is set before' : valueFault(value.trim())) : 'is not KEY=value';
    keys.add(key);
    return fault ? [`.env, line ${index + 1}: ${key ? `${key} ` : ''}${fault}`] : [];
  });
  // parseEnv would take an indented comment for a key.
  return { values: parseEnv(text.replace(/^[ \t]*#.*$/gm, '')), faults };
}

/** Loads `.env`, if there is one, and returns its faults. The environment takes precedence. @param {string} root */
export function loadEnvFile(root) {
  const file = join(root, '.env');
  // A dangling link is a fault, because a start without its settings would surprise.
  if (!lstatSync(file, { throwIfNoEntry: false })) return [];
  const { values, faults } = readEnvFile(file);
  for (const [key, value] of Object.entries(values)) process.env[key] ??= value;
  return faults;
}
