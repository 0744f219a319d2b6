/** What the sample installations of the tests have in common: secrets, inbox, realms and clients. */
import { rm } from 'node:fs/promises';
import { connectAdmin } from '../../scripts/admin/connect.ts';
import { seed } from '../../scripts/seed/seed.ts';
import { type Inbox, startInbox } from '../../scripts/server/inbox.ts';
import { localPath } from '../../scripts/server/local-folder.ts';
import { freePort } from '../../scripts/server/ports.ts';
import { loadSecrets, type Secrets } from '../../scripts/server/secrets.ts';
import type { Site } from './site.ts';

/** Where the tests come from; what they say about limits they say from other addresses of this machine. */
const TESTS = '127.0.0.1, ::1';
const REALMS = ['linkgate', 'linkgate-beta'] as const;

/** What there is before a server is. */
export interface Sample {
  admin: Site['admin'];
  /** For `realm-config/`. */
  variables: Record<string, string>;
  inbox: Inbox;
}

/** Makes the secrets anew in a folder of `.local`, which is emptied, and starts an inbox. */
export async function prepareSample(folder: string): Promise<Sample> {
  await rm(localPath(folder), { recursive: true, force: true });
  const { ADMIN_PASSWORD: password, ...secrets } = await loadSecrets(localPath(folder, 'secrets.json'));
  const [smtpPort, webPort, demoPort] = [await freePort(), await freePort(), await freePort()];
  const variables = {
    ...secrets,
    DEMO_PORT: String(demoPort),
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(smtpPort),
    MAIL_FROM: 'linkgate@example.com',
  };
  return {
    admin: { username: 'admin', password },
    variables,
    inbox: await startInbox({ smtpPort, webPort }),
  };
}

/** Makes the sample realms. The tests make more calls than anybody may: none of theirs is counted by IP. */
export async function seedSample({ admin, variables }: Sample, serverUrl: string): Promise<void> {
  await seed({ serverUrl, admin, variables });
  const api = await connectAdmin({ serverUrl, ...admin });
  for (const realm of REALMS) {
    const { attributes } = (await api.realms.findOne({ realm })) ?? {};
    await api.realms.update({ realm }, { attributes: { ...attributes, 'linkgate.rate.exempt': TESTS } });
  }
}

/** The installation as the tests see it. */
export function siteOf(
  { admin, variables, inbox }: Sample,
  server: { serverUrl: string; managementUrl: string; logFile: string },
): Site {
  const demo = `http://localhost:${variables.DEMO_PORT}`;
  const confidential = (name: string, secret: keyof Secrets, path: string) => ({
    client_id: `demo-${name}`,
    client_secret: variables[secret] ?? '',
    redirect_uri: `${demo}${path}`,
  });
  return {
    ...server,
    baseUrl: `${server.serverUrl}/realms/linkgate`,
    betaUrl: `${server.serverUrl}/realms/linkgate-beta`,
    inboxUrl: inbox.url,
    admin,
    variables,
    clients: {
      web: confidential('web', 'DEMO_WEB_SECRET', '/callback'),
      shop: confidential('shop', 'DEMO_SHOP_SECRET', '/shop/callback'),
      mobile: { client_id: 'demo-mobile', redirect_uri: 'com.example.demo:/callback' },
      spa: { client_id: 'demo-spa', redirect_uri: `${demo}/spa` },
      service: confidential('service', 'DEMO_SERVICE_SECRET', '/callback'),
      pending: confidential('pending', 'DEMO_PENDING_SECRET', '/callback'),
      betaWeb: confidential('web', 'BETA_WEB_SECRET', '/callback'),
    },
  };
}
