// The product as visitors meet it: behind TLS, with plain HTTP redirected, under a certificate authority of this run's own.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttp, request } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { join } from 'node:path';

const openssl = (cwd, command) => execFileSync('openssl', command.split(' '), { cwd, stdio: 'ignore' });

/** Makes `ca.pem`, `key.pem` and `cert.pem` for localhost in `directory`. */
export function makeCertificate(directory) {
  writeFileSync(join(directory, 'san'), 'subjectAltName=DNS:localhost');
  openssl(directory, 'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=Test-CA -keyout ca-key.pem -out ca.pem');
  openssl(directory, 'req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout key.pem -out request.pem');
  openssl(
    directory,
    'x509 -req -in request.pem -CA ca.pem -CAkey ca-key.pem -CAcreateserial -days 1 -extfile san -out cert.pem',
  );
}

function forward(port) {
  return (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const onward = request({ host: 'localhost', port, method, path, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  };
}

const listening = (server, port) => new Promise((resolve) => server.listen(port, 'localhost', () => resolve(server)));

/** TLS on `httpsPort` before the server on `port`; `httpPort` sends everybody there. */
export async function startTls(directory, { port, httpPort, httpsPort }) {
  const read = (name) => readFileSync(join(directory, name));
  const toHttps = ({ url }, reply) => reply.writeHead(301, { location: `https://localhost:${httpsPort}${url}` }).end();
  const tls = { key: read('key.pem'), cert: read('cert.pem') };
  const servers = await Promise.all([
    listening(createHttps(tls, forward(port)), httpsPort),
    listening(createHttp(toHttps), httpPort),
  ]);
  return () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  };
}
