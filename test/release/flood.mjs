// Floods a server from loopback addresses: node flood.mjs kind port tls|plain seconds
import { randomUUID } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';

const [kind, port, security, seconds] = process.argv.slice(2);
const deadline = Date.now() + Number(seconds) * 1_000;
const host = 'Host: novacore.example';

/** Opens a connection again whenever it is closed, five times a second at most. */
function keepOpen(localAddress, onConnect, onData = () => {}) {
  if (Date.now() > deadline) return;
  const options = { port: Number(port), host: '127.0.0.1', localAddress, rejectUnauthorized: false };
  const connect = security === 'tls' ? connectTls : connectTcp;
  const socket = connect(options, () => onConnect(socket));
  socket.on('error', () => {}).on('data', () => onData(socket));
  socket.on('close', () => setTimeout(keepOpen, 200, localAddress, onConnect, onData));
}

const post = (path, length) =>
  `POST /api${path} HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

function logIn(socket) {
  const body = JSON.stringify({ email: `${randomUUID()}@lab.example`, password: 'not the right one' });
  socket.write(post('/auth/login', body.length) + body);
}

const repeat = (count, work) => Array.from({ length: count }, (_, index) => work(index));
const pipeline = `GET /api/config HTTP/1.1\r\n${host}\r\n\r\n`.repeat(2_000);
const unfinished = post('/webhooks/razorpay', 200_000) + ' '.repeat(100_000);

const floods = {
  pipelined: () => repeat(100, () => keepOpen('127.0.0.2', (socket) => socket.write(pipeline))),
  bodies: () => repeat(300, () => keepOpen('127.0.0.2', (socket) => socket.write(unfinished))),
  silent: () => repeat(1_100, () => keepOpen('127.0.0.2', () => {})),
  logins: () => repeat(200, (index) => keepOpen(`127.0.2.${1 + index}`, logIn, logIn)),
};

floods[kind]();
process.stdout.write('flooding\n');
setTimeout(() => process.exit(0), Number(seconds) * 1_000);
