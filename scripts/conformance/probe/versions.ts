/** Which server and which plugin a realm runs on, as far as an administrator may see it. */

import { EMAIL_AUTHENTICATOR } from '../../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import type { Probe } from './probe.ts';

/** Undefined if not visible. */
export interface Versions {
  readonly keycloak?: string;
  readonly linkgate?: string;
  /** What the server says of a minor release of Keycloak that Linkgate wasn't tested with. */
  readonly untested?: string;
}

/** Queries the server; the version is unknown without admin credentials. */
export async function versionsOf(probe: Probe): Promise<Versions> {
  if (!probe.target.admin) return {};
  const { systemInfo, providers } = await probe.configuration
    .serverInfo()
    .catch(() => ({ systemInfo: undefined, providers: undefined }));
  const { version: plugin, untested } =
    providers?.authenticator?.providers[EMAIL_AUTHENTICATOR]?.operationalInfo ?? {};
  return {
    ...(systemInfo?.version && { keycloak: systemInfo.version }),
    ...(plugin && { linkgate: plugin }),
    ...(untested && { untested }),
  };
}
