import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { createLog } from './log';

test('secrets in what is logged by mistake, such as a whole request, are removed', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  const body = { email: 'kept', password: 'secret-1', currentPassword: 'secret-2', newPassword: 'secret-3' };
  const headers = { authorization: `Bearer ${token}`, cookie: `token=${token}`, host: 'kept' };
  const stream = new PassThrough();
  const log = createLog('info', stream as unknown as NodeJS.WriteStream);
  log.info({ ...body, body, headers, req: { headers, body }, reply: { token }, razorpay_signature: 'secret-4' }, '');
  const line = String(stream.read());
  expect(JSON.parse(line)).toMatchObject({ email: 'kept', req: { headers: { host: 'kept' } } });
  expect(line).not.toMatch(/secret-\d|eyJ/);
});

test('the error of a database connection is logged without the connection', () => {
  const stream = new PassThrough();
  const connection = { secretKey: 1518451024 };
  const err = Object.assign(new Error('terminated'), { code: '57P01', client: connection });
  createLog('info', stream as unknown as NodeJS.WriteStream).warn({ err }, '');
  const line = JSON.parse(String(stream.read()));
  expect(line.err).toMatchObject({ message: 'terminated', code: '57P01', client: '[redacted]' });
});

test('lines that wait for a reader too long are dropped and counted', () => {
  const lines: string[] = [];
  const stream = Object.assign(new EventEmitter(), { writableLength: 0, write: (line: string) => lines.push(line) });
  const log = createLog('info', stream as unknown as NodeJS.WriteStream);
  for (const waiting of [0, 2_000_000, 2_000_000]) {
    stream.writableLength = waiting;
    log.info({}, 'a line');
  }
  stream.writableLength = 0;
  stream.emit('drain');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'a line' },
    { event: 'log_lines_dropped', lines: 2 },
  ]);
});
