import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shows } from './eventually';
import { projectRoot } from './paths';
import { freePort } from './process';
import { accepts, isInstalled } from './programs';

const nginx = '/usr/sbin/nginx';
export const hasNginx = isInstalled(nginx, '/usr/bin/openssl');

/** deploy/nginx.conf with other ports, paths and certificate. */
function configuration(folder: string, ports: number[], upstreams: number[], timeout: string) {
  const [port, plainPort, balancerPort] = ports;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder};`);
  const servers = upstreams.map((each) => `server 127.0.0.1:${each} fail_timeout=1s;`).join(' ');
  return readFileSync(join(projectRoot, 'deploy/nginx.conf'), 'utf8')
    .replace('events {', `pid ${folder}/pid; error_log ${folder}/log;\nevents {`)
    .replace('http {', `http {\n  ${temporary.join(' ')}`)
    .replace('/var/log/nginx', folder)
    .replace('/var/www/letsencrypt;', `${folder};`)
    .replace('# listen 8080', `listen 127.0.0.1:${balancerPort}`)
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace(/listen 443\b/g, `listen 127.0.0.1:${port}`)
    .replace(/listen 80\b/g, `listen 127.0.0.1:${plainPort}`)
    .replaceAll('server_name novacore.example;', 'server_name novacore.example localhost 127.0.0.1;')
    .replaceAll('/etc/letsencrypt/live/novacore.example', folder)
    .replace(/server 127\.0\.0\.1:3000 .*\n.*/, servers)
    .replace(/(client_(header|body)_timeout) +10s/g, `$1 ${timeout}`);
}

function createCertificate(folder: string) {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', '/CN=novacore.example', '-addext', 'subjectAltName=DNS:novacore.example,DNS:localhost'];
  const { status, stderr } = spawnSync('openssl', ['req', ...kind, ...names, ...files]);
  if (status !== 0) throw new Error(`openssl failed: ${stderr}`);
}

/** @param timeout for request heads and bodies */
export async function startNginx(upstreams: number[], timeout = '10s') {
  const [port, plainPort, balancerPort] = [await freePort(), await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'novacore-nginx-'));
  // Workers of an nginx that root has started run as another user.
  chmodSync(folder, 0o777);
  createCertificate(folder);
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, [port, plainPort, balancerPort], upstreams, timeout));
  const child = spawn(nginx, ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'inherit' });
  const exited = once(child, 'exit');
  await shows(() => accepts(port), true);
  const close = async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    ...{ port, plainPort, close },
    /** For a load balancer that ends TLS. */
    balancerPort,
    /** Holds the answers for a certificate authority. */
    webroot: folder,
    /** The certificate, for clients that verify it. */
    certificate: join(folder, 'fullchain.pem'),
    accessLog: join(folder, 'access.log'),
  };
}
export type TestNginx = Awaited<ReturnType<typeof startNginx>>;
