import { createHash } from 'node:crypto';

/** All eight groups of an IPv6 address, also in brackets, with a port or with a zone. */
function groupsOf(address: string): number[] | undefined {
  if (!/:.*:/.test(address)) return undefined;
  const [, bare = ''] = /^\[?([^\]%]*)/.exec(address) ?? [];
  const hex = bare.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [left = [], right = []] = hex.split('::').map((half) => half.split(':').filter(Boolean));
  const missing = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...missing, ...right].map((group) => Number.parseInt(group, 16));
}

/** IPv4, with the port that some proxies add, or as any form of IPv6: `::ffff:cb00:7105`. */
function v4Of(address: string): string | undefined {
  const groups = groupsOf(address);
  if (!groups) return /^(\d+\.\d+\.\d+\.\d+)(:\d+)?$/.exec(address)?.[1];
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = `${groups.slice(0, 6)}` === '0,0,0,0,0,65535';
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined;
}

const v6Of = (address: string) => groupsOf(address)?.map((group) => group.toString(16));

/** Prefixes of IPv6 by which calls are counted: one customer's network, and what a customer may get more of. */
export type Prefix = 64 | 56 | 48;

/** The address itself in IPv4, a prefix of it in IPv6. @param address undefined once the client has hung up */
export function clientKey(address: string | undefined, prefix: Prefix = 64): string {
  if (!address) return 'unknown';
  const v4 = v4Of(address);
  const groups = v4 ? undefined : v6Of(address);
  if (!groups) return v4 ?? address;
  const kept = groups.slice(0, prefix === 48 ? 3 : 4);
  // The last eight bits of a /64 are not part of its /56.
  if (prefix === 56) kept[3] = (Number.parseInt(kept[3] ?? '0', 16) & 0xff00).toString(16);
  return `${kept.join(':')}::/${prefix}`;
}

export const isIPv6 = (address: string | undefined) => !!address && !v4Of(address) && address.includes(':');

/** The network of an address that may be of any client: the server's own machine, or a proxy that is not trusted. */
export const unknownNetwork = 'unknown';

/** Where a request comes from, as coarse as it is stored. */
export interface Origin {
  /** /24 in IPv4, /48 in IPv6, or `unknown`. */
  network: string;
  /** How the networks of its /16 or /32 begin. */
  block: string;
  /** The browser's family, or `Other`. */
  browser: string;
  /** SHA-256 of the `Device-Id` header. */
  device?: string;
}

/** In this order: a browser also names those that it resembles. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

interface Request {
  ip?: string;
  /** Only where a proxy is trusted. */
  ips?: string[];
  headers: Record<string, unknown>;
}

const isLoopback = (address: string) =>
  /^127\./.test(v4Of(address) ?? '') || v6Of(address)?.join(':') === '0:0:0:0:0:0:0:1';

/** Behind a proxy that is not trusted, every visitor has the proxy's address. */
const isClients = ({ ip, ips, headers }: Request) =>
  !!ip && !isLoopback(ip) && (ips !== undefined || !(headers['x-forwarded-for'] || headers.forwarded));

function deviceOf({ headers: { 'device-id': id } }: Request) {
  const isId = typeof id === 'string' && /^[\w-]{16,64}$/.test(id);
  return isId ? createHash('sha256').update(id).digest('hex') : undefined;
}

export const originOf = (request: Request): Origin => ({ ...placeOf(request), device: deviceOf(request) });

function placeOf(request: Request): Origin {
  const agent = `${request.headers['user-agent'] ?? ''}`;
  const browser = browsers.find(([pattern]) => pattern.test(agent))?.[1] ?? 'Other';
  const ip = isClients(request) ? request.ip : undefined;
  const v4 = ip && v4Of(ip)?.split('.');
  if (v4) return { network: `${v4.slice(0, 3).join('.')}.0/24`, block: `${v4.slice(0, 2).join('.')}.`, browser };
  const v6 = ip ? v6Of(ip) : undefined;
  if (!v6) return { network: unknownNetwork, block: unknownNetwork, browser };
  return { network: `${v6.slice(0, 3).join(':')}::/48`, block: `${v6.slice(0, 2).join(':')}:`, browser };
}
