/** IPv4, also as IPv6 writes it, and with the port that some proxies add. */
const v4Address = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i;

/** All eight groups of an IPv6 address, `::` written out. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}

/** Who an address counts as: itself in IPv4, its /64 in IPv6, because one customer is given that many. */
export function networkOf(address: string): string {
  const v4 = v4Address.exec(address)?.[1];
  if (v4 || !address.includes(':')) return v4 ?? address;
  const groups = groupsOf(address.split('%')[0] ?? '').slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
