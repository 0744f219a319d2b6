/** The single-page application's configuration, served at `/spa/config.json`. */
import type { RunFile } from '../../run-file.ts';
import { APPLICATIONS } from '../html/branding.ts';

export interface SpaConfig {
  /** Keycloak's base URL, without the realm. */
  server_url: string;
  realm: string;
  client_id: string;
  redirect_uri: string;
  post_logout_redirect_uri: string;
}

/** `origin` is the demo's origin, without a trailing slash. */
export function spaConfig(run: RunFile, origin: string): SpaConfig {
  return {
    server_url: run.server_url,
    realm: run.realm,
    client_id: run.clients.spa.client_id,
    redirect_uri: `${origin}${APPLICATIONS.spa.home}`,
    post_logout_redirect_uri: `${origin}/`,
  };
}
