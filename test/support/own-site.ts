/** The sample realms and a separate inbox for a server that a test started itself. */
import { seed } from '../../scripts/seed/seed.ts';
import { type Inbox, startInbox } from '../../scripts/server/inbox.ts';
import { freePort } from '../../scripts/server/ports.ts';
import { loadSecrets } from '../../scripts/server/secrets.ts';
import { seedVariables } from '../../scripts/start/sample.ts';
import { SAMPLE_EMAIL } from '../../scripts/start/settings.ts';
import { whileBusy } from './busy-server.ts';
import { partPath } from './part.ts';
import type { Place } from './sign-in-at.ts';
import { type Site, siteOf } from './site.ts';
import { VARIANT_ADMIN } from './variant.ts';

/** An inbox and the variables of the sample realms. */
export interface OwnSite {
  variables: Record<string, string>;
  inbox: Inbox;
  client: Site['clients']['web'];
  /** Creates or repairs the sample realms. */
  seed(serverUrl: string): Promise<void>;
  /** The server at this URL as a site, without its log and its management port. */
  siteAt(serverUrl: string): Site;
  /** The sample realm at this URL. */
  at(serverUrl: string): Place;
}

/** Starts an inbox; several files may do so in turn. */
export async function openOwnSite(): Promise<OwnSite> {
  const smtpPort = await freePort();
  const inbox = await startInbox({ smtpPort, webPort: await freePort() });
  const secrets = await loadSecrets(partPath('secrets.json'));
  const addresses = { demoPort: await freePort(), email: { ...SAMPLE_EMAIL, port: smtpPort } };
  const variables = seedVariables(secrets, addresses);
  const place = { managementUrl: '', inboxUrl: inbox.url, logFile: '', admin: VARIANT_ADMIN, variables };
  const siteAt = (serverUrl: string) => siteOf({ serverUrl, ...place });
  return {
    variables,
    inbox,
    client: siteAt('').clients.web,
    seed: async (serverUrl) => {
      await whileBusy(() => seed({ serverUrl, admin: VARIANT_ADMIN, variables, apply: true }));
    },
    siteAt,
    at: (serverUrl) => ({ base_url: siteAt(serverUrl).baseUrl, inbox_url: inbox.url }),
  };
}
