import { existsSync } from 'node:fs';

/** Of the query: what the driver reads. Others would be ignored without a word, such as `schema`. */
const parameters = [
  ...['application_name', 'host', 'options'],
  ...['sslcert', 'sslkey', 'sslmode', 'sslnegotiation', 'sslrootcert', 'uselibpqcompat'],
];
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** A Unix socket's address may lack a host: `postgresql://user@/novacore?host=/run/postgresql`. */
export const parseDatabaseUrl = (value: string) => new URL(value.replace(/^(\w+:\/\/(?:[^/]*@)?)\//, '$1localhost/'));

function isDecodable(value: string) {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

function parameterFault({ searchParams }: URL) {
  const unknown = [...new Set(searchParams.keys())].filter((name) => !parameters.includes(name));
  const named = unknown.map((name) => (/^[a-z_]{1,40}$/i.test(name) ? name : 'one without a proper name'));
  if (named.length) return `has parameters that are not supported: ${named.join(', ')}`;
  const repeated = [...new Set(searchParams.keys())].filter((name) => searchParams.getAll(name).length > 1);
  if (repeated.length) return `must have each parameter once: ${repeated.join(', ')}`;
  const sslMode = searchParams.get('sslmode');
  if (sslMode !== null && !sslModes.includes(sslMode)) return `must have an sslmode of ${sslModes.join(', ')}`;
  const file = ['sslcert', 'sslkey', 'sslrootcert'].find(
    (name) => searchParams.has(name) && !existsSync(searchParams.get(name) ?? ''),
  );
  return file && `must name a file that exists in ${file}`;
}

/**
 * What is wrong with the address of a PostgreSQL. The driver and the system would speak of an unknown host or database.
 * @returns the end of a sentence, without any part of the value but names of parameters; undefined: nothing
 */
export function databaseUrlFault(value: string): string | undefined {
  if (/^["'`]|["'`]$/.test(value)) return 'must not be in quotes';
  const [, rest] = /^postgres(?:ql)?:\/\/(.*)$/is.exec(value) ?? [];
  if (rest === undefined) return 'must begin with postgresql://, as in postgresql://user:password@host:5432/database';
  if (/[\s\p{Cc}]/u.test(rest)) return 'must not have spaces: write %20';
  if (/[\\^|<>"`{}]/.test(rest)) return 'must have percent-encoded special characters, such as %5C for a backslash';
  if (rest.includes('#')) return 'has a #, which ends an address: write %23';
  if (!isDecodable(value)) return 'has a % that encodes nothing: write %25';
  const [authority = ''] = rest.split(/[/?]/, 1);
  if (rest.slice(authority.length).includes('@'))
    return 'has an @ after a / or ?: in user and password write %2F for /, %3F for ? and %40 for @';
  if (authority.split('@').length > 2) return 'has more than one @: in user and password write %40';
  const host = authority.replace(/^.*@/, '');
  if (host.includes(',')) return 'must name one host';
  const [, hostname, port] = /^(\[[\da-f:.]+\]|[^:[\]]*)(?::(.*))?$/i.exec(host) ?? [];
  if (hostname === undefined) return 'must name a valid host';
  if (port && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
    return 'must have a port from 1 to 65535';
  if (!/^\/[^/?]+(\?|$)/.test(rest.slice(authority.length)))
    return 'must name one database after the host: …@host:5432/database';
  try {
    return parameterFault(parseDatabaseUrl(value));
  } catch {
    return 'must name a valid host';
  }
}

/** The host that passwords and personal data travel to unencrypted; undefined: TLS, or no other machine. */
export function hostWithoutTls(value: string): string | undefined {
  if (!value) return undefined;
  const { hostname, searchParams } = parseDatabaseUrl(value);
  const host = searchParams.get('host') || decodeURIComponent(hostname);
  if (host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)) return undefined;
  const sslMode = searchParams.get('sslmode');
  const usesTls =
    sslMode !== null ||
    ['sslcert', 'sslkey', 'sslrootcert'].some((name) => searchParams.has(name)) ||
    searchParams.get('sslnegotiation') === 'direct';
  return usesTls && sslMode !== 'disable' ? undefined : host;
}
