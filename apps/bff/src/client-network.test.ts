import { clientKey, isIPv6, originOf } from './client-network';

test.each(['203.0.113.5', '::ffff:203.0.113.5', '::ffff:cb00:7105', '0:0:0:0:0:FFFF:cb00:7105', '203.0.113.5:443'])(
  'the client %s is one IPv4 address',
  (address) => {
    expect(clientKey(address)).toBe('203.0.113.5');
    expect(isIPv6(address)).toBe(false);
    expect(originOf({ ip: address, headers: {} }).network).toBe('203.0.113.0/24');
  },
);

test.each([
  ['2409:4000:1:5::1', '2409:4000:1:5::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::cb00:7105', '64:ff9b:0:0::/64'],
  ['', 'unknown'],
])('the client %s is counted as %s', (address, key) => expect(clientKey(address)).toBe(key));
