// The bare server that createOrder and logIn are compared with: node:http, pg and argon2. It does only the work that
// every implementation needs: no framework, contract, log or rate limit.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Agent, createServer, request } from 'node:http';
import { verify } from '@node-rs/argon2';
import { Pool } from 'pg';

const { PORT, DATABASE_URL, PROVIDER_URL, PROVIDER_KEY } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL });
const agent = new Agent({ keepAlive: true });
const secret = randomBytes(32);

async function readJson(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function createProviderOrder(order) {
  const json = JSON.stringify(order);
  const authorization = `Basic ${Buffer.from(PROVIDER_KEY).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) };
  return new Promise((resolve, reject) => {
    const call = request(`${PROVIDER_URL}/v1/orders`, { agent, method: 'POST', headers }, (reply) =>
      readJson(reply).then(resolve, reject),
    );
    call.on('error', reject).end(json);
  });
}

async function createOrder({ amount: rupees }) {
  const [id, receipt, amount, currency] = [randomUUID(), randomBytes(16).toString('hex'), rupees * 100, 'INR'];
  const insert =
    "INSERT INTO orders (id, receipt, product, amount_paise, currency) VALUES ($1, $2, 'account_setup', $3, $4)";
  await pool.query(insert, [id, receipt, amount, currency]);
  const { id: providerOrderId } = await createProviderOrder({ amount, currency, receipt });
  await pool.query(
    `WITH created AS (
       UPDATE orders SET status = 'CREATED', provider_order_id = $2, next_check_at = now() + interval '15 minutes'
       WHERE id = $1 RETURNING id, status
     )
     INSERT INTO order_transitions (order_id, from_status, to_status, cause)
     SELECT id, 'CREATING', status, 'createOrder' FROM created`,
    [id, providerOrderId],
  );
  return { status: 201, body: { id: providerOrderId, amount, currency } };
}

function signToken(userId) {
  const base64 = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const issuedAt = Math.floor(Date.now() / 1000);
  const content = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64({ sub: userId, iat: issuedAt, exp: issuedAt + 3600 })}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

async function logIn({ email, password }) {
  const { rows } = await pool.query('SELECT * FROM users WHERE email_normalized = $1', [email]);
  if (!rows[0] || !(await verify(rows[0].password_hash, password))) return { status: 401, body: {} };
  return { status: 200, body: { token: signToken(rows[0].id) } };
}

const operations = {
  'GET /api/health': async () => ({ status: 200, body: (await pool.query('SELECT 1')).rows }),
  'POST /api/user/order': async (call) => createOrder(await readJson(call)),
  'POST /api/auth/login': async (call) => logIn(await readJson(call)),
};

createServer(async (call, reply) => {
  const operation = operations[`${call.method} ${call.url}`] ?? (async () => ({ status: 404, body: {} }));
  const { status, body } = await operation(call);
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}).listen(Number(PORT), 'localhost', () => console.log('listening'));
