/** The realm of a new installation: the sample realm without its clients, and with a mail server that requires authentication. */

import { ADMIN_PAGES_CLIENT } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import type { JsonObject } from '../json.ts';
import type { DesiredRealm } from '../seed/desired-realms.ts';
import { mergeDeclarations } from '../seed/diff.ts';

const EMAIL_LOGIN: JsonObject = {
  smtpServer: {
    auth: 'true',
    user: `\${SMTP_USERNAME}`,
    password: `\${SMTP_PASSWORD}`,
    starttls: 'true',
  },
};

/** @param sample may still contain placeholders */
export function deployedRealm(sample: DesiredRealm): DesiredRealm {
  const { clients, assignment } = sample.clients;
  return {
    ...sample,
    settings: mergeDeclarations(sample.settings, EMAIL_LOGIN),
    clients: { clients: clients.filter(({ clientId }) => clientId === ADMIN_PAGES_CLIENT), assignment },
    referrals: [],
    signUpRules: {},
  };
}
