import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleFacts } from '../../apps/bff/src/mail/examples';
import { startApi } from '../identity/api';
import { newEmail } from '../support/api';
import { eventually, shows } from '../support/eventually';
import { freePort } from '../support/process';

const exim = '/usr/sbin/exim4';
/** Debian's own mail server, started as root: it changes to its own user. */
const canRun = existsSync(exim) && process.getuid?.() === 0;

/** Delivers mails to lab.example into a folder. */
const configuration = (folder: string, port: number) => `
primary_hostname = mail.lab.example
spool_directory = ${folder}/own/spool
log_file_path = ${folder}/own/%slog
pid_file_path = ${folder}/own/pid
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
domainlist local_domains = lab.example
acl_smtp_rcpt = recipient
acl_smtp_data = message
deliver_drop_privilege
tls_advertise_hosts =
keep_environment =
begin acl
recipient:
  accept domains = +local_domains
  deny
message:
  accept
begin routers
local:
  driver = accept
  domains = +local_domains
  transport = files
begin transports
files:
  driver = appendfile
  directory = ${folder}/own/mail
  create_directory
  maildir_format
  user = Debian-exim
  envelope_to_add
`;

async function startExim() {
  const folder = mkdtempSync(join(tmpdir(), 'novacore-exim-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'own'));
  execFileSync('chown', ['Debian-exim:Debian-exim', join(folder, 'own')]);
  const port = await freePort();
  writeFileSync(join(folder, 'conf'), configuration(folder, port), { mode: 0o644 });
  execFileSync(exim, ['-C', join(folder, 'conf'), '-bd']);
  const answers = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(void socket.end()));
      socket.once('error', reject);
    });
  await eventually(answers);
  const inbox = join(folder, 'own/mail/new');
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: () => (existsSync(inbox) ? readdirSync(inbox).map((name) => readFileSync(join(inbox, name), 'utf8')) : []),
    stop: () => {
      process.kill(Number(readFileSync(join(folder, 'own/pid'), 'utf8')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

(canRun ? test : test.skip)("every kind of mail is delivered through Debian's mail server", async () => {
  const server = await startExim();
  const api = await startApi({ SMTP_URL: server.url, MAIL_FROM: 'NovaCore ₹ <no-reply@novacore.example>' });
  const email = newEmail();
  await api.signUp(email).expect(201);
  await shows(async () => server.mails().length, 1);
  const [mail] = server.mails();
  expect(mail).toMatch(new RegExp(`^Envelope-to: ${email}$`, 'm'));
  expect(mail).toMatch(/^From: =\?UTF-8\?.*<no-reply@novacore\.example>$/m);
  expect(mail).toMatch(/^Message-ID: <[\da-f-]{36}@localhost>$/m);

  const kinds = Object.entries(exampleFacts).filter(([kind]) => kind !== 'VERIFY_EMAIL');
  for (const [kind, data] of kinds)
    await api.database.query(
      `INSERT INTO mail_outbox (id, kind, recipient, user_id, data)
       SELECT gen_random_uuid(), $1, $2, id, $3 FROM users WHERE email = $2`,
      [kind, email, JSON.stringify(data)],
    );
  await shows(async () => server.mails().length, 1 + kinds.length);
  for (const source of server.mails()) {
    expect(source).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(source).not.toMatch(/[^\t\n\x20-\x7e]/);
    const body = source.slice(source.indexOf('\n\n'));
    expect(body.split('\n').filter((line) => line.length > 76)).toEqual([]);
  }
  await api.close();
  server.stop();
});
