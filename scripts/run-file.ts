/** The shape of `.local/run.json`: where everything of a running sample installation is (architecture, section 7). */

/** A client with its secret, where it has one, and its first redirect URI. */
export interface RunClient {
  client_id: string;
  client_secret?: string;
  redirect_uri?: string;
}

/** What `npm start` writes once everything in it responds. */
export interface RunFile {
  base_url: string;
  server_url: string;
  realm: string;
  admin: { username: string; password: string };
  /** Linkgate's own pages, and the address of an administrator who can sign in there. */
  administration: { url: string; email: string };
  inbox_url: string;
  demo_url: string;
  /** How the realms send their email. */
  email: { host: string; port: number; from: string };
  clients: Record<'web' | 'shop' | 'mobile' | 'spa' | 'service' | 'pending', RunClient>;
  beta: { base_url: string; referral_code: string; clients: { web: RunClient } };
}
