/** What somebody's own server begins with: the sample realm without the sample's clients, and with a mail server that has users log in. */

import { ADMIN_PAGES_CLIENT } from '../../provider-scripts/src/ids.ts';
import type { JsonObject } from '../json.ts';
import type { DesiredRealm } from '../seed/desired-realms.ts';
import { layered } from '../seed/diff.ts';

const EMAIL_LOGIN: JsonObject = {
  smtpServer: {
    auth: 'true',
    user: `\${SMTP_USERNAME}`,
    password: `\${SMTP_PASSWORD}`,
    starttls: 'true',
  },
};

/** @param sample its placeholders may be left in */
export function deployedRealm(sample: DesiredRealm): DesiredRealm {
  const { clients, assignment } = sample.clients;
  return {
    ...sample,
    settings: layered(sample.settings, EMAIL_LOGIN),
    clients: { clients: clients.filter(({ clientId }) => clientId === ADMIN_PAGES_CLIENT), assignment },
    referrals: [],
  };
}
