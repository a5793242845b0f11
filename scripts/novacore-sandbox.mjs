#!/usr/bin/env node
// The command of the packed sandbox: the API and its stand-ins from an empty folder, or `certify <url>`.
import { resolve } from 'node:path';

/** Settings of the caller's own project, which would lead to its database, its mail server or real money. */
const foreign = /^(RAZORPAY|IDP|DATABASE|SMTP|JWT|MAIL|OPERATOR|PUBLIC|HOME_SCRIPT)_|^(NODE_ENV|HOST|TRUST_PROXY)$/;

if (process.argv[2] === 'certify') {
  process.argv.splice(2, 1);
  await import('../apps/sandbox/dist/certify.js');
} else {
  for (const key of Object.keys(process.env)) if (foreign.test(key)) delete process.env[key];
  process.env.DATA_DIR = resolve(process.env.DATA_DIR || '.novacore-sandbox');
  process.env.LOG_LEVEL ||= 'error';
  // npx ends on SIGTERM without passing it on. Its shell is the parent.
  const { npm_command: command } = process.env;
  const { ppid } = process;
  if (command === 'exec') setInterval(() => process.ppid !== ppid && process.kill(process.pid), 500).unref();
  await import('./serve.mjs');
}
