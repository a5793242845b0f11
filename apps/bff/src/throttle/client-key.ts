/** IPv4, also as IPv6 writes it, and with the port that some proxies add. */
const v4Address = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i;

/** All eight groups of an IPv6 address, `::` expanded. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}

/**
 * Rate-limit key of a client IP: the address itself in IPv4, its /64 in IPv6, which is what one customer gets.
 * @param address undefined once the client has hung up
 */
export function clientKey(address: string | undefined): string {
  if (!address) return 'unknown';
  const v4 = v4Address.exec(address)?.[1];
  if (v4 || !address.includes(':')) return v4 ?? address;
  const groups = groupsOf(address.split('%')[0] ?? '').slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
