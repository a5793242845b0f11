import { postgresUrl, queryPostgres } from '../support/database';
import { eventually } from '../support/eventually';
import { testOnPostgres } from '../support/on-postgres';
import { useProduct } from '../support/use-product';

const { product, api } = useProduct();

testOnPostgres('a server whose database became read-only is not ready, and leaves it for the new primary', async () => {
  const { token } = await api.newPerson();
  const id = await api.newOrder();
  const name = new URL(product.database.env.DATABASE_URL ?? '').pathname.slice(1);
  const change = (sql: string) => queryPostgres(postgresUrl ?? '', `ALTER DATABASE ${name} ${sql}`);

  // As after a failover, new connections lead to the old primary, which is read-only.
  await change('SET default_transaction_read_only = on');
  const connections = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
  await queryPostgres(postgresUrl ?? '', connections, [name]);
  await eventually(async () => void (await api.get('/health/ready').expect(503)));
  for (const call of [api.createOrder(), api.claimOrder(id, token), api.get('/health')])
    expect((await call.expect(503)).body).toMatchObject({ code: 'unavailable', status: 503 });

  // From now on, new connections lead to the new primary.
  await change('RESET default_transaction_read_only');
  await eventually(async () => void (await api.get('/health/ready').expect(200)));
  await eventually(async () => void (await api.claimOrder(id, token).expect(200)));
  await api.verifyPayment(await api.pay(id), token).expect(200);
});
