import { databaseUrlFault, hostWithoutTls } from './database-url';

const address = 'postgresql://nova:hunter2@db.example/nova';

test('a database address that pg would misread is refused with advice, and without any part of it', () => {
  for (const [url, fault] of [
    ['nova:hunter2@db.example/nova', /^must begin with postgresql:/],
    ['postgresql://nova:hun#ter2@db.example:5432/nova', /^is not a valid address: .* %23 for #$/],
    ['postgresql://nova:1/ter2@db.example:5432/nova', /^is not a valid address/],
    [`${address}?sslmode=verify-full&sslrootcert=/no/ca.pem`, /^cannot be used: ENOENT.*ca\.pem/],
    [`${address}?schema=staging`, /remove schema; .* another database$/],
    [`${address}?sslmode=require&channel_binding=require`, /remove channel_binding, and use sslmode=verify-full$/],
  ] as const) {
    expect([url, databaseUrlFault(url)]).toEqual([url, expect.stringMatching(fault)]);
    expect(databaseUrlFault(url)).not.toMatch(/hun|ter2|db\.example/);
  }
  for (const url of [address, `${address}?schema=public`, 'postgresql://nova@/nova?host=/run/postgresql'])
    expect([url, databaseUrlFault(url)]).toEqual([url, undefined]);
});

test('only a connection to another machine needs TLS', () => {
  for (const url of [address, `${address}?sslmode=disable`]) expect(hostWithoutTls(url)).toBe('db.example');
  expect(hostWithoutTls('postgresql://nova@[fd00::5]/nova')).toBe('fd00::5');
  for (const query of ['sslmode=verify-full', 'sslmode=no-verify', 'sslnegotiation=direct'])
    expect([query, hostWithoutTls(`${address}?${query}`)]).toEqual([query, undefined]);
  for (const host of ['localhost', '127.0.0.1:6432', '[::1]', '%2Frun%2Fpostgresql'])
    expect([host, hostWithoutTls(`postgresql://nova@${host}/nova`)]).toEqual([host, undefined]);
});
