// The bare server: node:http, compiled Ajv and pg, doing what the product does for three operations, and nothing else.
// No framework, no ORM, no log, no headers beyond the needed, no other operation, no refusal told in words.
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { Pool } from 'pg';
import { SANDBOX_CREDENTIALS } from '../../../../apps/sandbox/src/credentials';
import { validatorOf } from './contract';
import { enterCreated, enterPaid, findOrder, findPerson, openOrder, ownAndLook, type PaymentFact } from './orders';
import { callProvider } from './provider';
import { isSigned, readToken } from './token';

const { PORT, DATABASE_URL, PROVIDER_URL = '', JWT_SECRET = '' } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL });
const isOrderRequest = validatorOf('OrderRequest');
const isVerification = validatorOf('Verification');

type Answer = [status: number, body: object];
const refused: Answer = [400, {}];

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function createOrder(request: IncomingMessage): Promise<Answer> {
  if (!isOrderRequest(await bodyOf(request))) return refused;
  const [id, receipt, amount, currency] = [randomUUID(), randomBytes(16).toString('hex'), 15_000, 'INR'];
  await openOrder(pool, id, receipt, amount);
  const order = { amount, currency, receipt, payment: { capture: 'automatic' } };
  const { id: providerOrderId } = await callProvider<{ id: string }>(PROVIDER_URL, 'POST', '/v1/orders', order);
  await enterCreated(pool, id, providerOrderId);
  return [201, { id: providerOrderId, amount, currency }];
}

interface Verification {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

async function verifyPayment(request: IncomingMessage): Promise<Answer> {
  const caller = readToken(request.headers.authorization, JWT_SECRET);
  if (!caller || !(await findPerson(pool, caller.userId, caller.tokenHash))) return [401, {}];
  const body = await bodyOf(request);
  if (!isVerification(body)) return refused;
  const { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature } = body as Verification;
  const order = await findOrder(pool, orderId);
  if (!order || !isSigned(`${order.provider_order_id}|${paymentId}`, razorpay_signature, SANDBOX_CREDENTIALS.keySecret))
    return refused;
  await ownAndLook(pool, order, caller.userId, paymentId);
  const fact = await callProvider<PaymentFact>(PROVIDER_URL, 'GET', `/v1/payments/${paymentId}`);
  if (fact.order_id !== orderId || fact.amount !== order.amount_paise || fact.status !== 'captured') return refused;
  await enterPaid(pool, order.id, fact);
  return [200, { message: 'Payment verified.' }];
}

const config = { paymentKeyId: SANDBOX_CREDENTIALS.keyId, checkoutScriptUrl: `${PROVIDER_URL}/v1/checkout.js` };
const identityProvider = { authorizeUrl: `${PROVIDER_URL}/idp/authorize`, clientId: 'novacore-web', audience: 'api' };

const operations: Record<string, (request: IncomingMessage) => Promise<Answer>> = {
  'GET /': async () => [200, {}],
  'GET /api/config': async () => [200, { ...config, passwordMinLength: 8, identityProvider }],
  'POST /api/user/order': createOrder,
  'POST /api/user/verify': verifyPayment,
};

createServer(async (request, response) => {
  const operation = operations[`${request.method} ${request.url}`];
  const [status, body] = operation ? await operation(request) : ([404, {}] as Answer);
  const json = JSON.stringify(body);
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(json) };
  response.writeHead(status, headers).end(json);
}).listen(Number(PORT), 'localhost');
