/** Runs nginx as a reverse proxy that terminates TLS, as described in `docs/operate.md`. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { Failure } from '../failure.ts';
import { startChild } from './child.ts';
import { respondsWithin } from './responds-within.ts';
import { explainByLog } from './server-log.ts';

const run = promisify(execFile);
const READY_SECONDS = 60;
const CERTIFICATE = 'cert.pem';

/** The path of nginx; undefined if it isn't installed. */
export const NGINX = ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync);

interface Nginx {
  /** The path of the certificate, for programs that have to trust it. */
  certificate: string;
  stop(): Promise<void>;
}

/**
 * Starts nginx with a new certificate for `localhost`, which this process trusts from then on.
 * @param port the port that it listens on, with TLS
 * @param backend the server's own URL, such as `http://localhost:8080`
 * @param folder for its files; emptied first
 * @throws Failure if nginx isn't installed or doesn't start
 */
export async function startNginx(port: number, backend: string, folder: string): Promise<Nginx> {
  if (NGINX === undefined) throw new Failure('nginx was not found: install it.');
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, 'temp'), { recursive: true });
  await createCertificate(folder);
  await writeFile(path.join(folder, 'nginx.conf'), configuration(port, backend));
  const child = startChild({
    command: NGINX,
    args: ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'],
    output: { file: path.join(folder, 'nginx.log') },
  });
  if (!(await respondsWithin(`https://localhost:${port}/realms/master`, READY_SECONDS))) {
    await child.stop();
    throw await explainByLog("nginx didn't start", path.join(folder, 'nginx.log'));
  }
  return { certificate: path.join(folder, CERTIFICATE), stop: child.stop };
}

async function createCertificate(folder: string): Promise<void> {
  const args = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=DNS:localhost'];
  await run('openssl', ['req', '-x509', ...args, ...names, '-keyout', 'key.pem', '-out', CERTIFICATE], {
    cwd: folder,
  });
  const certificate = await readFile(path.join(folder, CERTIFICATE), 'utf8');
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate]);
}

/** Overwrites the forwarded headers that a client sends. */
function configuration(port: number, backend: string): string {
  return `
daemon off;
master_process off;
pid nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path temp/body;
  proxy_temp_path temp/proxy;
  fastcgi_temp_path temp/fastcgi;
  uwsgi_temp_path temp/uwsgi;
  scgi_temp_path temp/scgi;
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${CERTIFICATE};
    ssl_certificate_key key.pem;
    location / {
      proxy_pass ${backend.replace('localhost', '127.0.0.1')};
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header X-Forwarded-Port $server_port;
    }
  }
}
`;
}
