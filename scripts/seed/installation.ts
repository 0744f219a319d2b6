/** The values of the placeholders for `npm run linkgate -- seed`: from the environment, and for the sample installation from its run file. */

import type { Environment } from '../admin/installation.ts';
import type { RunClient, RunFile } from '../run-file.ts';
import { readPorts } from '../start/settings.ts';

/**
 * Any server: everything comes from the environment, except the demo's port. How a realm sends its email has no default, since an arbitrary
 * mail server would accept none.
 */
export function environmentVariables(environment: Environment): Environment {
  return { DEMO_PORT: String(readPorts(environment).demo), ...setVariables(environment) };
}

/** An empty variable counts as one that isn't set. */
export function setVariables(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
}

/** The values for the sample installation. */
export function runVariables({ clients, beta, demo_url, email }: RunFile): Environment {
  const secret = (client: RunClient): string | undefined => client.client_secret;
  return {
    DEMO_PORT: new URL(demo_url).port,
    SMTP_HOST: email.host,
    SMTP_PORT: String(email.port),
    EMAIL_FROM: email.from,
    DEMO_WEB_SECRET: secret(clients.web),
    DEMO_SHOP_SECRET: secret(clients.shop),
    DEMO_SERVICE_SECRET: secret(clients.service),
    DEMO_PENDING_SECRET: secret(clients.pending),
    BETA_WEB_SECRET: secret(beta.clients.web),
    BETA_REFERRAL_CODE: beta.referral_code,
  };
}
