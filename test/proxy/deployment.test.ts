import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../support/paths';

const deploy = join(projectRoot, 'deploy');

/** The values that compose fills in when .env has none. */
const withDefaults = (text: string) => text.replace(/\$\{NOVACORE_NETWORK:-(.*?)\}/g, '$1');

interface Service {
  restart: string;
  image: string;
  environment?: Record<string, string>;
  networks?: { default: { ipv4_address: string } };
}

describe('deploy/compose.yaml', () => {
  const text = withDefaults(readFileSync(join(deploy, 'compose.yaml'), 'utf8'));
  const { services, networks } = parse(text, { merge: true }) as {
    services: Record<string, Service>;
    networks: { default: { ipam: { config: object[] } } };
  };

  test('after a reboot of the host every service starts again, but for those that end', () => {
    const ending = Object.entries(services).filter(([, { restart }]) => restart !== 'unless-stopped');
    expect(ending.map(([name]) => name)).toEqual(['roles', 'migrate']);
  });

  test('nginx and the instances keep their addresses, which no other container gets', () => {
    const addressOf = (name: string) => services[name]?.networks?.default.ipv4_address;
    expect(text).toContain(`server ${addressOf('first')}:3000 fail_timeout=1s; server ${addressOf('second')}:3000`);
    expect(services.first?.environment?.TRUST_PROXY).toBe(addressOf('proxy'));
    expect(networks.default.ipam.config).toEqual([{ subnet: '172.30.0.0/24', ip_range: '172.30.0.128/25' }]);
    for (const name of ['first', 'second', 'proxy']) expect(addressOf(name)).toMatch(/^172\.30\.0\.1[0-9]$/);
  });

  test('what the container fixes cannot be changed by .env, and every image names its registry', () => {
    const fixed = { NODE_ENV: 'production', HOST: '', PORT: '3000', OPERATOR_FILE: 'operator.json' };
    for (const { environment } of [services.first, services.second] as Service[])
      expect(environment).toMatchObject(fixed);
    for (const { image } of Object.values(services)) expect(image).toMatch(/^(docker\.io\/library|localhost)\//);
  });

  test('the server has the password of its own role alone, migrations that of the owner', () => {
    for (const { environment } of [services.first, services.second] as Service[])
      expect(environment).toMatchObject({
        DATABASE_URL: expect.stringMatching(/^postgresql:\/\/novacore_server:\$\{DB_SERVER_PASSWORD:\?\}@/),
        ...{ DATABASE_DIRECT_URL: '', DB_PASSWORD: '', DB_OWNER_PASSWORD: '' },
      });
    expect(services.migrate?.environment?.DATABASE_DIRECT_URL).toMatch(/^postgresql:\/\/novacore_owner:/);
  });
});

(existsSync('/usr/bin/systemd-analyze') ? test : test.skip)(
  'the systemd unit is valid, with an exposure of at most 2.0',
  () => {
    const options = ['security', '--offline=true', '--threshold=20', '--no-pager', join(deploy, 'novacore@.service')];
    const { status, stdout } = spawnSync('systemd-analyze', options, { encoding: 'utf8' });
    expect(stdout).toMatch(/Overall exposure level for novacore@/);
    expect(status).toBe(0);
  },
);
