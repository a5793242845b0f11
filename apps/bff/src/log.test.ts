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
