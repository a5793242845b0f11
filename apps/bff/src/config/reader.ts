import { isIP } from 'node:net';

export type Environment = Record<string, string | undefined>;

/** An address, or a network with a prefix; not everybody, and no number, which would count proxies. */
function isNetwork(text: string) {
  const [address = '', prefix = '1', ...rest] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  return isIP(address) !== 0 && /^[1-9]\d*$/.test(prefix) && Number(prefix) <= bits && rest.length === 0;
}

/** Reads settings and collects what is wrong with them, so that all of it can be told at once. */
export class Reader {
  readonly faults: string[] = [];

  constructor(private readonly env: Environment) {}

  /** An empty setting counts as not set. */
  text(key: string, fallback: string) {
    return this.env[key]?.trim() || fallback;
  }

  integer(key: string, fallback: number, min: number, max: number) {
    const value = Number(this.text(key, String(fallback)));
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    this.faults.push(`${key} must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  /** An http or https address, without a slash at the end. */
  url(key: string, fallback: string) {
    const value = this.text(key, fallback).replace(/\/+$/, '');
    if (value === '' || (URL.canParse(value) && /^https?:/.test(value))) return value;
    this.faults.push(`${key} must be an http or https address`);
    return fallback;
  }

  /** Scheme, host and port, and nothing else. */
  origin(key: string, fallback: string) {
    const value = this.url(key, fallback);
    if (/^https?:\/\/[^/?#@\\]+$/.test(value)) return value;
    this.faults.push(`${key} must be an origin, without user, path and query`);
    return fallback;
  }

  /** The first choice is the default. */
  choice<Choice extends string>(key: string, choices: [Choice, ...Choice[]]): Choice {
    const value = this.text(key, choices[0]);
    const choice = choices.find((each) => each === value);
    if (choice) return choice;
    this.faults.push(`${key} must be one of ${choices.join(', ')}`);
    return choices[0];
  }

  /** IP addresses and networks, separated by commas. */
  networks(key: string) {
    const entries = this.text(key, '')
      .split(',')
      .map((each) => each.trim());
    const networks = entries.filter(Boolean);
    if (!networks.every(isNetwork))
      this.faults.push(`${key} must name IP addresses, or networks such as 10.0.0.0/8, and not all there are`);
    return networks;
  }
}
