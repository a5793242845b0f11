import { isReadableFile } from '@novacore/shared/settings';

/** Of the query: what the driver reads. Others would be ignored without a word, such as `schema`. */
const parameters = [
  ...['application_name', 'host', 'options'],
  ...['sslcert', 'sslkey', 'sslmode', 'sslnegotiation', 'sslrootcert', 'uselibpqcompat'],
];
/** Of libpq, Prisma and the driver. A message names only these: any other may be a part of a password. */
const unsupported = [
  ...['channel_binding', 'client_encoding', 'connect_timeout', 'dbname', 'fallback_application_name', 'gssencmode'],
  ...['hostaddr', 'keepalives', 'load_balance_hosts', 'passfile', 'password', 'port', 'replication', 'require_auth'],
  ...[
    'requiressl',
    'search_path',
    'service',
    'ssl',
    'sslcertmode',
    'sslcompression',
    'sslcrl',
    'sslpassword',
    'sslsni',
  ],
  ...['ssl_max_protocol_version', 'ssl_min_protocol_version', 'target_session_attrs', 'tcp_user_timeout', 'user'],
  ...['connection_limit', 'max_connection_lifetime', 'max_idle_connection_lifetime', 'pgbouncer', 'pool_timeout'],
  ...['schema', 'socket_timeout', 'sslaccept', 'sslidentity', 'statement_cache_size'],
  ...['idle_in_transaction_session_timeout', 'lock_timeout', 'query_timeout', 'statement_timeout'],
];
const choices = {
  sslmode: ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'],
  sslnegotiation: ['postgres', 'direct'],
  uselibpqcompat: ['true', 'false'],
};

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

/** A name, an address, or the folder of a Unix socket. */
const isHost = (text: string) => /^([\w.-]*|\[[\da-f:.]+\]|[\da-f:.]+|\/.*)$/i.test(text);

/** `-c name=value` or `--name=value`, as often as needed. In a value a backslash precedes a space. */
const settings = /^(\s*(-c\s*|--)[\w.-]+=(\\.|[^\\\s])*(?=\s|$))+\s*$/;

function parameterFault({ searchParams }: URL) {
  const unknown = [...new Set(searchParams.keys())].filter((name) => !parameters.includes(name));
  const named = new Set(unknown.map((name) => (unsupported.includes(name) ? name : 'one without a known name')));
  if (named.size) return `has parameters that are not supported: ${[...named].join(', ')}`;
  const repeated = [...new Set(searchParams.keys())].filter((name) => searchParams.getAll(name).length > 1);
  if (repeated.length) return `must have each parameter once: ${repeated.join(', ')}`;
  for (const [name, values] of Object.entries(choices))
    if (searchParams.has(name) && !values.includes(searchParams.get(name) ?? ''))
      return `must have ${name} as one of ${values.join(', ')}`;
  const file = ['sslcert', 'sslkey', 'sslrootcert'].find(
    (name) => searchParams.has(name) && !isReadableFile(searchParams.get(name) ?? ''),
  );
  if (file) return `must name a readable file in ${file}`;
  const needsCa = searchParams.get('uselibpqcompat') === 'true' && searchParams.get('sslmode') === 'verify-ca';
  if (needsCa && !searchParams.has('sslrootcert')) return 'must name a CA in sslrootcert with sslmode=verify-ca';
  if (searchParams.get('sslnegotiation') === 'direct' && searchParams.get('sslmode') === 'disable')
    return 'may have sslnegotiation=direct only with TLS, not with sslmode=disable';
  if (!isHost(searchParams.get('host') ?? '')) return 'must name a valid host';
  const options = searchParams.get('options');
  if (options !== null && !settings.test(options)) return 'must have options as in options=-c%20name%3Dvalue';
  return undefined;
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
  if (rest.includes('%00')) return 'has a %00, which PostgreSQL does not take';
  const [authority = ''] = rest.split(/[/?]/, 1);
  if (rest.slice(authority.length).includes('@'))
    return 'has an @ after a / or ?: in user and password write %2F for /, %3F for ? and %40 for @';
  if (authority.split('@').length > 2) return 'has more than one @: in user and password write %40';
  const host = authority.replace(/^.*@/, '');
  if (host.includes(',')) return 'must name one host';
  const [, hostname, port] = /^(\[[\da-f:.]+\]|[^:[\]]*)(?::(.*))?$/i.exec(host) ?? [];
  if (hostname === undefined || !isHost(decodeURIComponent(hostname))) return 'must name a valid host';
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

/** The driver reads these where an address is silent. Only the address says how to connect, and whether it is encrypted. */
const variables = { PGSSLMODE: 'sslmode', PGSSLNEGOTIATION: 'sslnegotiation', PGOPTIONS: 'options' };

/** @returns one sentence for each variable that would add to one of the addresses */
export const variableFaults = (env: Record<string, string>, addresses: string[]) =>
  Object.entries(variables).flatMap(([variable, parameter]) =>
    env[variable] && addresses.some((url) => !url || !parseDatabaseUrl(url).searchParams.has(parameter))
      ? [`${variable} must not be set: write ${parameter}=… into the database's address`]
      : [],
  );

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
