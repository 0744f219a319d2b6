/** The sample installation that the integration tests run against, as the tests see it. */

import type { RunFile } from '../../scripts/run-file.ts';

/** A client of the sample realm. */
export interface SiteClient {
  client_id: string;
  client_secret?: string;
  redirect_uri: string;
}

/** Where everything of the test installation is. */
export interface Site {
  serverUrl: string;
  managementUrl: string;
  baseUrl: string;
  betaUrl: string;
  inboxUrl: string;
  logFile: string;
  admin: { username: string; password: string };
  clients: Record<'web' | 'shop' | 'mobile' | 'spa' | 'service' | 'pending' | 'betaWeb', SiteClient>;
  /** What `realm-config/` was seeded with. */
  variables: Record<string, string>;
}

/** The installation in the form that `npm start` writes, for what reads that. */
export function runFileOf(site: Site): RunFile {
  const { betaWeb, ...clients } = site.clients;
  return {
    base_url: site.baseUrl,
    server_url: site.serverUrl,
    realm: 'linkgate',
    admin: site.admin,
    inbox_url: site.inboxUrl,
    demo_url: `http://localhost:${site.variables.DEMO_PORT}`,
    mail: {
      host: site.variables.SMTP_HOST ?? '',
      port: Number(site.variables.SMTP_PORT),
      from: site.variables.MAIL_FROM ?? '',
    },
    clients,
    beta: {
      base_url: site.betaUrl,
      referral_code: site.variables.BETA_REFERRAL_CODE ?? '',
      clients: { web: betaWeb },
    },
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    site: Site;
  }
}
