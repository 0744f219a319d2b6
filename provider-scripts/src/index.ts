/** The table of functions that the host calls: kind of provider, id, function. */

import { EMAIL_AUTHENTICATOR, LOCALE_SELECTOR, NAME_MAPPER, REFERRALS_RESOURCE } from './ids.ts';
import { LANGUAGE } from './language/selector.ts';
import { REQUEST_MAGIC_LINK } from './magic-link/request/endpoint.ts';
import { VERIFY_EMAIL } from './magic-link/verify/endpoint.ts';
import { NAME } from './protocol/claims/name.ts';
import { KEYCLOAK_ENDPOINTS } from './protocol/endpoints.ts';
import { FILTER } from './protocol/filter.ts';
import { INTROSPECTION } from './protocol/introspection.ts';
import { WELL_KNOWN } from './protocol/well-known.ts';
import { NODES } from './rate-limit/nodes.ts';
import { REFERRALS } from './referral/admin.ts';
import { SERVER } from './server/server.ts';
import { SESSION } from './session/endpoint.ts';
import { EMAIL_STEP } from './sign-in/authenticator.ts';
import { UPKEEP } from './upkeep/upkeep.ts';

export const linkgate = {
  authenticator: { [EMAIL_AUTHENTICATOR]: EMAIL_STEP },
  'realm-resource': {
    ...KEYCLOAK_ENDPOINTS,
    'request-magic-link': REQUEST_MAGIC_LINK,
    'verify-email': VERIFY_EMAIL,
    session: SESSION,
  },
  'admin-resource': { [REFERRALS_RESOURCE]: REFERRALS },
  'well-known': WELL_KNOWN,
  'protocol-mapper': { [NAME_MAPPER]: NAME },
  introspection: { access_token: INTROSPECTION },
  'locale-selector': { [LOCALE_SELECTOR]: LANGUAGE },
  filter: { linkgate: FILTER },
  server: { linkgate: SERVER },
  nodes: { linkgate: NODES },
  upkeep: { linkgate: UPKEEP },
};
