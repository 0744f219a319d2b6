/** Apache's mod_auth_openidc in front of an application that knows nothing of OpenID Connect and reads a header. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { partPath } from '../../../support/part.ts';
import { startProgram } from '../../../support/relying-party/program.ts';
import type { RelyingParty, Setting } from '../../../support/relying-party/relying-party.ts';

/** Debian's paths. */
const APACHE = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';
const MODULE = path.join(MODULES, 'mod_auth_openidc.so');

/** When started by root, it serves as another user. */
const ACCOUNT = 'www-data';

/** The application behind Apache, which only Apache can reach. */
async function startBehind(): Promise<{ port: number; close(): void }> {
  const server = createServer(({ url, headers }, response) => {
    const user = headers.oidc_claim_email;
    response.setHeader('content-type', 'text/plain');
    response.end(url === '/signed-out' ? 'Signed out' : `Signed in: ${user}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function configuration({ issuer, client, url }: Setting, folder: string, behind: number): string {
  const port = new URL(url).port;
  const modules = [
    'mpm_event',
    'authn_core',
    'authz_core',
    'authz_user',
    'proxy',
    'proxy_http',
    'auth_openidc',
  ];
  return `
ServerRoot ${folder}
DefaultRuntimeDir ${folder}
PidFile apache.pid
ErrorLog /dev/stderr
LogLevel warn
ServerName localhost
Listen 127.0.0.1:${port}
${modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
${process.getuid?.() === 0 ? `User ${ACCOUNT}\nGroup ${ACCOUNT}` : ''}

OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${client.client_id}
OIDCClientSecret ${client.client_secret}
OIDCRedirectURI ${url}/callback
OIDCCryptoPassphrase ${randomBytes(16).toString('hex')}
OIDCScope "openid email"
OIDCPKCEMethod S256
OIDCRemoteUserClaim email

ProxyPass /callback !
ProxyPass / http://127.0.0.1:${behind}/
<Location />
  AuthType openid-connect
  Require valid-user
</Location>
<Location /signed-out>
  AuthType None
  Require all granted
</Location>
`;
}

export const modAuthOpenidc: RelyingParty = {
  name: 'mod_auth_openidc',
  needs: 'Apache with mod_auth_openidc',
  callback: '/callback',
  backChannel: '/callback?logout=backchannel',
  isHere: async () => existsSync(APACHE) && existsSync(MODULE),
  install: async () => {},
  start: async (setting) => {
    const folder = partPath('relying-parties', 'apache');
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const behind = await startBehind();
    await writeFile(path.join(folder, 'apache.conf'), configuration(setting, folder, behind.port));
    const { url, stop } = await startProgram({
      command: APACHE,
      args: ['-d', folder, '-f', 'apache.conf', '-D', 'FOREGROUND'],
      url: setting.url,
      name: 'mod-auth-openidc',
    });
    return {
      url,
      stop: async () => {
        await stop();
        behind.close();
      },
    };
  },
  signOut: (agent, url) =>
    agent.open(`${url}/callback?${new URLSearchParams({ logout: `${url}/signed-out` })}`),
};
