/**
 * The placeholders' values for `npm run linkgate -- seed`: from the environment, and for the sample installation from its run
 * file.
 */

import type { Environment } from '../admin/installation.ts';
import type { RunClient, RunFile } from '../run-file.ts';
import { readPorts } from '../start/settings.ts';

/**
 * The values for any server: all from the environment, except the demo's port. The mail server has no default, since no default
 * would accept the email.
 */
export function environmentVariables(environment: Environment): Environment {
  return { DEMO_PORT: String(readPorts(environment).demo), ...setVariables(environment) };
}

/** The variables that are set; an empty one counts as unset. */
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
