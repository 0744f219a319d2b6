/** The sample installation that the integration tests run against, as the tests see it. */
import type { RunFile } from '../../scripts/run-file.ts';
import { SAMPLE_ADMINISTRATOR } from '../../scripts/start/sample.ts';
import type { EarlyLinks } from './installation/early-link.ts';

/** A client of the sample realm. */
export interface SiteClient {
  client_id: string;
  client_secret?: string;
  redirect_uri: string;
}

/** The parts of the test installation. */
export interface Site {
  serverUrl: string;
  managementUrl: string;
  baseUrl: string;
  betaUrl: string;
  inboxUrl: string;
  logFile: string;
  /** Where the server asks the DNS, which a test may serve; only on this machine. */
  dnsPort?: number;
  admin: { username: string; password: string };
  clients: Record<'web' | 'shop' | 'mobile' | 'spa' | 'service' | 'pending' | 'betaWeb', SiteClient>;
  /** The variables that `realm-config/` was seeded with. */
  variables: Record<string, string>;
}

/** Describes an installation whose realms were seeded with `variables`. */
export function siteOf(place: Omit<Site, 'baseUrl' | 'betaUrl' | 'clients'>): Site {
  const { serverUrl, variables } = place;
  const demo = `http://localhost:${variables.DEMO_PORT}`;
  const confidential = (name: string, secret: string, path: string) => ({
    client_id: `demo-${name}`,
    client_secret: variables[secret] ?? '',
    redirect_uri: `${demo}${path}`,
  });
  return {
    ...place,
    baseUrl: `${serverUrl}/realms/linkgate`,
    betaUrl: `${serverUrl}/realms/linkgate-beta`,
    clients: {
      web: confidential('web', 'DEMO_WEB_SECRET', '/callback'),
      shop: confidential('shop', 'DEMO_SHOP_SECRET', '/shop/callback'),
      mobile: { client_id: 'demo-mobile', redirect_uri: 'com.example.demo:/callback' },
      spa: { client_id: 'demo-spa', redirect_uri: `${demo}/spa` },
      service: confidential('service', 'DEMO_SERVICE_SECRET', '/callback'),
      pending: confidential('pending', 'DEMO_PENDING_SECRET', '/callback'),
      betaWeb: confidential('web', 'BETA_WEB_SECRET', '/beta/callback'),
    },
  };
}

/** The installation in the form of the run file that `npm start` writes. */
export function runFileOf(site: Site): RunFile {
  const { betaWeb, ...clients } = site.clients;
  return {
    base_url: site.baseUrl,
    server_url: site.serverUrl,
    realm: 'linkgate',
    admin: site.admin,
    administration: { url: `${site.baseUrl}/linkgate`, email: SAMPLE_ADMINISTRATOR },
    inbox_url: site.inboxUrl,
    demo_url: `http://localhost:${site.variables.DEMO_PORT}`,
    email: {
      host: site.variables.SMTP_HOST ?? '',
      port: Number(site.variables.SMTP_PORT),
      from: site.variables.EMAIL_FROM ?? '',
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
    early: EarlyLinks;
  }
}
