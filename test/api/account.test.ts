import { type Api, apiOf, newEmail, password } from '../support/api';
import { startProduct, type TestProduct } from '../support/server';

let product: TestProduct;
let api: Api;
beforeAll(async () => {
  product = await startProduct();
  api = apiOf(product);
});
afterAll(() => product.close());

describe('sign-up', () => {
  it('answers success and a message, and no token', async () => {
    const { body } = await api.signUp(newEmail()).expect(201);
    expect(body).toEqual({ success: true, message: expect.any(String) });
  });

  it('makes no second account for the same address in other letter case', async () => {
    const email = newEmail();
    await api.signUp(email).expect(201);
    const { body } = await api.signUp(email.toUpperCase()).expect(409);
    expect(body).toMatchObject({ success: false, code: 'email_taken', message: expect.any(String) });
  });

  it.each([
    ['a password of seven characters', { password: 'seven77' }, 'invalid_input'],
    ['a password of 129 characters', { password: 'x'.repeat(129) }, 'invalid_input'],
    ['a password that everybody uses', { password: 'password123' }, 'password_refused'],
    ['no password', { password: undefined }, 'invalid_input'],
    ['no e-mail', { email: undefined }, 'invalid_input'],
    ['an address that is none', { email: 'not-an-address' }, 'invalid_input'],
    ['an unknown field', { role: 'admin' }, 'invalid_input'],
    ['an object for an address', { email: { contains: '@' } }, 'invalid_input'],
  ])('refuses %s', async (_, change, code) => {
    const { body, type } = await api.post('/auth/signup', { email: newEmail(), password, ...change }).expect(400);
    expect(type).toBe('application/problem+json');
    expect(body).toMatchObject({
      success: false,
      code,
      status: 400,
      message: expect.any(String),
      requestId: expect.any(String),
    });
  });

  it('refuses the own address as password', async () => {
    const email = newEmail();
    const { body } = await api.signUp(email, email).expect(400);
    expect(body).toMatchObject({ code: 'password_refused', errors: [{ path: '/password' }] });
  });

  it('lets one of many racing sign-ups through', async () => {
    const email = newEmail();
    const replies = await Promise.all(Array.from({ length: 5 }, () => api.signUp(email)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });
});

describe('log-in', () => {
  it('answers success, a message and a token', async () => {
    const email = newEmail();
    await api.signUp(email).expect(201);
    const { body } = await api.logIn(email).expect(200);
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
  });

  it('says the same of an unknown address and of a wrong password', async () => {
    const email = newEmail();
    await api.signUp(email).expect(201);
    const wrong = await api.logIn(email, 'some other password').expect(401);
    const unknown = await api.logIn(newEmail()).expect(401);
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect(wrong.body).toMatchObject({ success: false, code: 'credentials_invalid', message: expect.any(String) });
  });

  it('requires both fields to be there', async () => {
    await api.post('/auth/login', { email: newEmail() }).expect(400);
    await api.post('/auth/login', { password }).expect(400);
    await api.post('/auth/login', { email: newEmail(), password: '' }).expect(400);
  });
});

describe('a body that is no contract JSON', () => {
  const send = (body: string, type: string) => api.agent.post('/auth/login').set('content-type', type).send(body);

  it.each([
    ['broken JSON', '{"email":', 'application/json', 400, 'malformed_json'],
    ['a form', 'email=a&password=b', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['plain text', '{}', 'text/plain', 415, 'unsupported_media_type'],
    ['more than 16 KB', JSON.stringify({ email: 'x'.repeat(20_000) }), 'application/json', 413, 'payload_too_large'],
    ['nothing', '', 'application/json', 400, 'invalid_input'],
    [
      'a prototype key',
      '{"__proto__":{"success":true},"email":"a@b.example","password":"x"}',
      'application/json',
      400,
      'malformed_json',
    ],
  ])('%s is refused', async (_, body, type, status, code) => {
    const reply = await send(body, type).expect(status);
    expect(reply.body).toMatchObject({ code, success: false, message: expect.any(String) });
  });
});

describe('who is signed in', () => {
  it('is told to the holder of a token', async () => {
    const { email, token } = await api.newPerson();
    const { body } = await api.get('/user/me', token).expect(200);
    expect(body).toEqual({ id: expect.any(String), email, hasPassword: true });
  });

  it('is told to nobody else', async () => {
    const { body, headers } = await api.get('/user/me').expect(401);
    expect(body).toMatchObject({ code: 'token_missing' });
    expect(headers['www-authenticate']).toBe('Bearer');
    expect((await api.get('/user/me', 'not.a.token').expect(401)).body.code).toBe('token_invalid');
  });

  it('ends with log-out, for that token alone', async () => {
    const { email, token } = await api.newPerson();
    const other = (await api.logIn(email).expect(200)).body.token;
    await api.post('/auth/logout', undefined, token).expect(204);
    await api.get('/user/me', token).expect(401);
    await api.get('/user/me', other).expect(200);
  });
});

describe('an address that the contract does not have', () => {
  it('is a problem, not a page', async () => {
    expect((await api.get('/nowhere').expect(404)).body).toMatchObject({ code: 'not_found', status: 404 });
    const refused = await api.get('/auth/login').expect(405).expect('allow', 'POST');
    expect(refused.body).toMatchObject({ code: 'method_not_allowed' });
    await api.post('/user/me', {}).expect(405).expect('allow', 'GET, HEAD');
  });
});
