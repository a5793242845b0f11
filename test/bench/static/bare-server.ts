// The bare static server: node:http that sends the same precompressed bytes from memory, whatever it is asked for.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { PORT, FILE = '' } = process.env;
const bytes = readFileSync(FILE);
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-encoding': 'br',
  'content-length': bytes.length,
  'cache-control': 'no-cache',
};

createServer((_, response) => response.writeHead(200, headers).end(bytes)).listen(Number(PORT), 'localhost');
