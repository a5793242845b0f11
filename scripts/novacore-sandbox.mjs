#!/usr/bin/env node
// The command of the packed sandbox: the API and its stand-ins from an empty folder, or `certify <url>`.
import { resolve } from 'node:path';

/** Settings of the caller's own project, which would lead to its database, its mail server or real money. */
const foreign = /^(RAZORPAY|IDP|DATABASE|SMTP|JWT|MAIL|OPERATOR|PUBLIC|HOME_SCRIPT)_|^(NODE_ENV|HOST|TRUST_PROXY)$/;

const help = `The NovaCore API on your machine, with a sandbox of Razorpay, of the identity provider and of email.

  npx novacore-sandbox                 starts the API, its guides (/docs) and the sandbox
  npx novacore-sandbox certify <url>   tests your own shop; certify --help lists its options

Settings, from the environment:
  PORT               port of the API and the guides (3000)
  SANDBOX_PORT       port of the sandbox (3001)
  SANDBOX_SMTP_PORT  port of its mail server (the one after SANDBOX_PORT)
  DATA_DIR           folder for the data (.novacore-sandbox)
  LOG_LEVEL          level of the log (error)`;

const [word] = process.argv.slice(2);
if (word === 'certify') {
  process.argv.splice(2, 1);
  await import('../apps/sandbox/dist/certify.js');
} else if (word) {
  const isHelp = ['--help', '-h', 'help'].includes(word);
  console[isHelp ? 'log' : 'error'](isHelp ? help : `Unknown: ${word}\n\n${help}`);
  process.exitCode = isHelp ? 0 : 2;
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
