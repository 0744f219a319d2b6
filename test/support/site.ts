/** The sample installation that the integration tests run against, as the tests see it. */

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

declare module 'vitest' {
  interface ProvidedContext {
    site: Site;
  }
}
