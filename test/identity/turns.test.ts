import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { readInTurn } from '../../apps/bff/src/security/read-in-turn';
import { shows } from '../support/eventually';

const heard = jest.fn<void, [IncomingMessage, ServerResponse]>();
const server = createServer(heard);
readInTurn(server);
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());
beforeEach(() => heard.mockReset());
afterEach(() => server.closeAllConnections());

async function connectFrom(localAddress: string) {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const pathsHeard = () => heard.mock.calls.map(([{ url }]) => url);

test('whoever asks once is heard in the midst of another’s two thousand', async () => {
  const [many, one] = await Promise.all(['127.0.0.2', '127.0.0.3'].map(connectFrom));
  heard.mockImplementation(() => {
    if (heard.mock.calls.length === 1) one?.write(get('/one'));
  });
  many?.write(get('/many').repeat(2_000));
  await shows(async () => heard.mock.calls.length, 2_001);
  expect(pathsHeard().indexOf('/one')).toBeLessThan(1_900);
});

/**
 * Bodies of which each takes two milliseconds to read, so many from each of some networks.
 * @param meanwhile once the first of them is read. @returns what was asked for, in the order in which it was read.
 */
async function readBodies(networks: number, ofEach: number, meanwhile: () => void) {
  const total = networks * ofEach;
  const from = (at: number) => connectFrom(`127.0.1.${1 + (at % networks)}`);
  const many = await Promise.all(Array.from({ length: total }, (_, at) => from(at)));
  await shows(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count >= total))), true);
  const read: (string | undefined)[] = [];
  heard.mockImplementation((request) => {
    request.resume().on('end', () => {
      if (!read.length) meanwhile();
      const until = performance.now() + 2;
      while (performance.now() < until);
      read.push(request.url);
    });
  });
  for (const each of many) each.write('POST /many HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n[]');
  await shows(async () => read.filter((path) => path === '/many').length, total);
  return read;
}

function comeIn(idle: number) {
  for (let each = 1; each <= idle; each += 1) void connectFrom('127.0.0.2');
  void connectFrom('127.0.0.3').then((one) => one.write(get('/one')));
}

describe('a hundred bodies that take long to read', () => {
  test('keep nobody else from being heard', async () => {
    const one = await connectFrom('127.0.0.3');
    expect((await readBodies(1, 100, () => one.write(get('/one')))).indexOf('/one')).toBeLessThan(20);
  });

  test('wait for those who are about to come in', async () => {
    expect((await readBodies(1, 100, () => comeIn(30))).indexOf('/one')).toBeLessThan(20);
  });
});

describe('the bodies of forty networks, eight of each', () => {
  test('leave those who are about to come in as much time as they take', async () => {
    const place = (await readBodies(40, 8, () => comeIn(300))).indexOf('/one');
    expect(place).toBeGreaterThan(-1);
    expect(place).toBeLessThan(120);
  });

  test('let go on what others wait for', async () => {
    let rounds = 0;
    const count = () => {
      rounds += 1;
      counting = setImmediate(count);
    };
    let counting: NodeJS.Immediate | undefined;
    await readBodies(40, 8, count);
    clearImmediate(counting);
    expect(rounds).toBeGreaterThan(200);
  });
});

test('of three hundred networks that come in with a call most are let in before their calls are read', async () => {
  let heardBefore = 0;
  let came = 0;
  const comes = () => {
    came += 1;
    if (came === 300) heardBefore = heard.mock.calls.length;
  };
  server.on('connection', comes);
  heard.mockImplementation(() => {
    const until = performance.now() + 5;
    while (performance.now() < until);
  });
  const come = async (address: string) => (await connectFrom(address)).write(get('/'));
  await Promise.all(Array.from({ length: 300 }, (_, at) => come(`127.0.${1 + (at >> 7)}.${1 + (at & 127)}`)));
  await shows(async () => heard.mock.calls.length, 300);
  server.off('connection', comes);
  expect(heardBefore).toBeLessThan(100);
});

test('what a connection had still to say is not read once it is reset', async () => {
  heard.mockImplementation(({ socket }) => void socket.destroy());
  const many = await connectFrom('127.0.0.2');
  many.write(get('/').repeat(2_000));
  await new Promise((resolve) => many.on('close', resolve));
  expect(heard.mock.calls.length).toBeLessThan(50);
});

test('a body of many slices arrives whole and in order, and the next call after it', async () => {
  const body = Array.from({ length: 40_000 }, (_, at) => String(at % 10)).join('');
  heard.mockImplementation(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    response.end(text === body ? 'whole' : `broken ${text.length}`);
  });
  const caller = await connectFrom('127.0.0.2');
  let answer = '';
  caller.on('data', (chunk) => {
    answer += chunk;
  });
  const post = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  caller.write(post.repeat(3));
  await shows(async () => answer.match(/whole/g)?.length, 3);
});

test('who asks for much and takes it late gets each answer, in order', async () => {
  const page = (path = '') => `${path} `.padEnd(20_000, '-');
  heard.mockImplementation(({ url }, response) => void response.end(page(url)));
  const late = await connectFrom('127.0.0.2');
  late.pause();
  const paths = Array.from({ length: 300 }, (_, at) => `/${at}`);
  late.write(paths.map((path) => get(path.padEnd(200, '.'))).join(''));
  await shows(async () => heard.mock.calls.length > 2, true);
  let answers = '';
  late.on('data', (chunk) => {
    answers += chunk;
  });
  late.resume();
  await shows(async () => answers.match(/HTTP/g)?.length, 300);
  expect(answers.match(/(?<=\n)\/\d+/g)).toEqual(paths);
});
