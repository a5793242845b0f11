import { clientKey, originOf } from './client-network';

test('one customer counts as one address: a /64 of IPv6, and IPv4 however a proxy writes it', () => {
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1', '[2001:db8:1:2::1]:443', '2001:db8:1:2::192.0.2.1'])
    expect(clientKey(address)).toBe(clientKey('2001:DB8:1:2::9'));
  expect(clientKey('::ffff:0:203.0.113.5')).toBe('0:0:0:0::/64');
  expect(clientKey('2001:db8:1:3::1')).not.toBe(clientKey('2001:db8:1:2::1'));
  for (const address of [
    '::ffff:203.0.113.5',
    '::ffff:cb00:7105',
    '0:0:0:0:0:ffff:203.0.113.5',
    '[::ffff:203.0.113.5]:443',
    '[::ffff:cb00:7105]:443',
    '::ffff:cb00:7105%eth0',
    '203.0.113.5',
    '203.0.113.5:40001',
  ])
    expect(clientKey(address)).toBe('203.0.113.5');
});

test('a /56 is not its neighbour, and a /48 has all of its networks', () => {
  expect(clientKey('2001:db8:2:ff01::1', 56)).toBe(clientKey('2001:db8:2:ffff::1', 56));
  expect(clientKey('2001:db8:2:fe01::1', 56)).not.toBe(clientKey('2001:db8:2:ffff::1', 56));
  expect(clientKey('2001:db8:2:1::1', 48)).toBe(clientKey('2001:db8:2:ffff::1', 48));
  expect(clientKey('2001:db8:3::1', 48)).not.toBe(clientKey('2001:db8:2::1', 48));
});

test('an origin is a shortened network with a browser, and unknown where a proxy hides the visitor', () => {
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36 Edg/140.0' };
  expect(originOf({ ip: '203.0.113.7', headers })).toMatchObject({ network: '203.0.113.0/24', browser: 'Edge' });
  expect(originOf({ ip: '2001:db8:1:2::3', headers: {} })).toMatchObject({
    network: '2001:db8:1::/48',
    browser: 'Other',
  });
  for (const ip of ['127.0.0.1', '127.9.9.9', '::1', '[::1]:80'])
    expect(originOf({ ip, headers }).network).toBe('unknown');
  const forwarded = { ip: '203.0.113.7', headers: { 'x-forwarded-for': '198.51.100.1' } };
  expect(originOf(forwarded).network).toBe('unknown');
  expect(originOf({ ...forwarded, ips: ['203.0.113.7'] }).network).toBe('203.0.113.0/24');
});
