import { createHash } from 'node:crypto';

/** @returns the eight groups of an IPv6 address. Accepts brackets, a port and a zone. */
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

/** Accepts a port, which some proxies add, and IPv4 within IPv6, such as `::ffff:cb00:7105`. */
function v4Of(address: string): string | undefined {
  const groups = groupsOf(address);
  if (!groups) return /^(\d+\.\d+\.\d+\.\d+)(:\d+)?$/.exec(address)?.[1];
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = `${groups.slice(0, 6)}` === '0,0,0,0,0,65535';
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined;
}

const v6Of = (address: string) => groupsOf(address)?.map((group) => group.toString(16));

/** IPv6 prefixes for rate limits. A customer has a /64 or more. */
export type Prefix = 64 | 56 | 48;

/** @param address undefined once the client has hung up. @returns the IPv4 address or the IPv6 prefix */
export function clientKey(address: string | undefined, prefix: Prefix = 64): string {
  if (!address) return 'unknown';
  const v4 = v4Of(address);
  const groups = v4 ? undefined : v6Of(address);
  if (!groups) return v4 ?? address;
  const kept = groups.slice(0, prefix === 48 ? 3 : 4);
  // A /56 does not have the last eight bits of a /64.
  if (prefix === 56) kept[3] = (Number.parseInt(kept[3] ?? '0', 16) & 0xff00).toString(16);
  return `${kept.join(':')}::/${prefix}`;
}

export const isIPv6 = (address: string | undefined) => !!address && !v4Of(address) && address.includes(':');

/** Replaces the network if the client IP is unknown: it may be loopback or an untrusted proxy. */
export const unknownNetwork = 'unknown';

/** The origin of a request, as coarse as we store it. */
export interface Origin {
  /** /24 in IPv4, /48 in IPv6, or `unknown`. */
  network: string;
  /** Common beginning of the networks in its /16 or /32. */
  block: string;
  /** Browser family, or `Other`. */
  browser: string;
  /** SHA-256 of the `Device-Id` header. */
  device?: string;
}

/** The order matters, because browsers also name similar browsers. */
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
  /** Set behind a trusted proxy. */
  ips?: string[];
  headers: Record<string, unknown>;
}

const isLoopback = (address: string) =>
  /^127\./.test(v4Of(address) ?? '') || v6Of(address)?.join(':') === '0:0:0:0:0:0:0:1';

/** Behind an untrusted proxy, every visitor has the proxy's IP. */
const isClients = ({ ip, ips, headers }: Request) =>
  !!ip && !isLoopback(ip) && (ips !== undefined || !(headers['x-forwarded-for'] || headers.forwarded));

function deviceOf({ headers: { 'device-id': id } }: Request) {
  const isValid = typeof id === 'string' && /^[\w-]{16,64}$/.test(id);
  return isValid ? createHash('sha256').update(id).digest('hex') : undefined;
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
