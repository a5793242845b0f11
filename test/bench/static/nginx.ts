import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/process';
import type { Launched } from '../servers/launch';

const binary = '/usr/sbin/nginx';

/** One worker process, as the other servers are one process. It sends the Brotli bytes as a file that is named so. */
const configuration = (directory: string, port: number) => `
worker_processes 1;
pid ${directory}/nginx.pid;
error_log ${directory}/nginx.log;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=10;
  client_body_temp_path ${directory}; proxy_temp_path ${directory}; fastcgi_temp_path ${directory};
  uwsgi_temp_path ${directory}; scgi_temp_path ${directory};
  server {
    listen 127.0.0.1:${port};
    root ${directory}/www;
    default_type text/html;
    add_header Content-Encoding br;
    add_header Cache-Control no-cache;
  }
}`;

/** nginx answers with its master's number; the work is done by its child. */
const workerOf = (master: number) => Number(execFileSync('pgrep', ['-P', String(master)]).toString());

/** Serves `file` at every page's address. @returns undefined where Debian's nginx is not installed. */
export async function startNginx(directory: string, file: string): Promise<Launched | undefined> {
  if (!existsSync(binary)) return undefined;
  mkdirSync(join(directory, 'www'), { recursive: true });
  copyFileSync(file, join(directory, 'www/index.html'));
  execFileSync('chmod', ['-R', 'a+rX', directory]);
  const port = await freePort();
  writeFileSync(join(directory, 'nginx.conf'), configuration(directory, port));
  execFileSync(binary, ['-c', join(directory, 'nginx.conf')]);
  const pidFile = join(directory, 'nginx.pid');
  while (!existsSync(pidFile) || !readFileSync(pidFile).length) await new Promise((resolve) => setTimeout(resolve, 20));
  const master = Number(readFileSync(pidFile));
  return { pid: workerOf(master), url: `http://localhost:${port}`, stop: async () => void process.kill(master) };
}
