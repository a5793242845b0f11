// Floods a server from loopback addresses: node flood.mjs kind port tls|plain seconds
import { randomUUID } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';

const [kind, port, security, seconds] = process.argv.slice(2);
const deadline = Date.now() + Number(seconds) * 1_000;
const host = 'Host: novacore.example';

function open(localAddress, onConnect, onData = () => {}) {
  const options = { port: Number(port), host: '127.0.0.1', localAddress, rejectUnauthorized: false };
  const socket = security === 'tls' ? connectTls(options, onConnect) : connectTcp(options, onConnect);
  socket.on('error', () => {}).on('data', onData);
  return socket;
}

/** Opens a connection again whenever it is closed, five times a second at most. */
function keepOpen(localAddress, onConnect, onData) {
  if (Date.now() > deadline) return;
  const socket = open(localAddress, () => onConnect(socket), onData && (() => onData(socket)));
  socket.on('close', () => setTimeout(keepOpen, 200, localAddress, onConnect, onData));
}

function logIn(socket) {
  const body = JSON.stringify({ email: `${randomUUID()}@lab.example`, password: 'not the right one' });
  const head = `POST /api/auth/login HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  socket.write(`${head}\r\n\r\n${body}`);
}

const repeat = (count, work) => Array.from({ length: count }, (_, index) => work(index));
const event = `POST /api/webhooks/razorpay HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n`;

const floods = {
  pipelined: () =>
    repeat(100, () =>
      keepOpen('127.0.0.2', (socket) => socket.write(`GET /api/config HTTP/1.1\r\n${host}\r\n\r\n`.repeat(2_000))),
    ),
  bodies: () => repeat(300, () => keepOpen('127.0.0.2', (socket) => socket.write(event + ' '.repeat(100_000)))),
  silent: () => repeat(1_100, () => keepOpen('127.0.0.2', () => {})),
  'log-ins': () => repeat(50, () => keepOpen('127.0.0.2', logIn, logIn)),
  'log-ins of 200': () => repeat(200, (index) => keepOpen(`127.0.2.${1 + index}`, logIn, logIn)),
};

floods[kind]();
process.stdout.write('flooding\n');
setTimeout(() => process.exit(0), Number(seconds) * 1_000);
