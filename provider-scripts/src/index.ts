/** The functions that the host calls, by kind of provider and id. */
import { keepSession } from './accounts/keep-session.ts';
import { NAME } from './accounts/name.ts';
import { EMAIL_VERIFIED } from './accounts/proof.ts';
import { TOKEN_USES } from './accounts/refresh-grace.ts';
import { endWithSession } from './accounts/sign-out.ts';
import { BACK_CHANNEL_LOGOUT, HTTP_CLIENT, SAML_LOGOUT } from './clients/logout/back-channel.ts';
import { REALM_SENDER } from './email/realm-sender.ts';
import { ACCOUNT_PAGE } from './endpoints/account-page/endpoint.ts';
import { ADMIN } from './endpoints/admin/endpoint.ts';
import { ADMIN_PAGES_ENDPOINT } from './endpoints/admin-pages/endpoint.ts';
import { EMAIL_EVENTS } from './endpoints/email-events/endpoint.ts';
import { FILTER } from './endpoints/filter/filter.ts';
import { STEP_REALM } from './endpoints/filter/step-realm.ts';
import { INVITATION, STEP_INVITATION } from './endpoints/invitation/endpoint.ts';
import { KEYCLOAK_ENDPOINTS } from './endpoints/keycloak/oauth/endpoints.ts';
import { INTROSPECTION } from './endpoints/keycloak/oauth/introspection.ts';
import { METHODS } from './endpoints/keycloak/oauth/methods.ts';
import { REFRESHES } from './endpoints/keycloak/oauth/refresh.ts';
import { AUDIENCE } from './endpoints/keycloak/oauth/resource.ts';
import { REFRESH_GRANT } from './endpoints/keycloak/oauth/token/validate.ts';
import { WELL_KNOWN } from './endpoints/keycloak/oauth/well-known.ts';
import { LOGOS } from './endpoints/logos/endpoint.ts';
import { NEW_DEVICE } from './endpoints/new-device/endpoint.ts';
import { REQUEST_MAGIC_LINK } from './endpoints/request-magic-link/endpoint.ts';
import { SERVER } from './endpoints/server/server.ts';
import { SESSION } from './endpoints/session/endpoint.ts';
import { SIGN_IN_STATE } from './endpoints/sign-in-state/endpoint.ts';
import { KEYCLOAK_EVENTS } from './endpoints/upkeep/keycloak-events.ts';
import { UPKEEP } from './endpoints/upkeep/upkeep.ts';
import { STEP_VERIFY_EMAIL, VERIFY_EMAIL } from './endpoints/verify-email/endpoint.ts';
import {
  ARRIVAL_MAPPER,
  AUDIENCE_MAPPER,
  EMAIL_SENDER,
  EMAIL_VERIFIED_MAPPER,
  EVENT_LISTENER,
  LOCALE_SELECTOR,
  LOGIN_PROTOCOL,
  METHODS_MAPPER,
  NAME_MAPPER,
  PASSKEY_ACTION,
  SAML_PROTOCOL,
} from './platform/keycloak/provider-ids.ts';
import {
  ACCOUNT_PAGE_RESOURCE,
  ADMIN_PAGES_RESOURCE,
  ADMIN_RESOURCE,
  EMAIL_EVENTS_RESOURCE,
  LOGO_RESOURCE,
} from './platform/keycloak/resources.ts';
import { isLinksOnly, STEP_IDS } from './realm/flow/step-ids.ts';
import { LANGUAGE } from './realm/language/selector.ts';
import { NODES } from './realm/limits/nodes.ts';
import { FIRST_SIGN_IN } from './sign-in/first-sign-in/authenticator.ts';
import { EMAIL_STEP } from './sign-in/linkgate-realm/authenticator.ts';
import { PASSKEY_REGISTRATION } from './sign-in/passkey/registration.ts';
import { ARRIVALS } from './sign-in/provider/arrival.ts';
import { LINKS_ONLY_STEP, STEP } from './sign-in/step/authenticator.ts';
import { authenticatorByRealm, committing, endpointByRealm } from './sign-in/step/dispatch.ts';
import { COMPLETION } from './sign-in/tabs/completion.ts';

export const linkgate = {
  authenticator: Object.fromEntries(
    STEP_IDS.map((id) => [
      id,
      authenticatorByRealm(
        id,
        EMAIL_STEP,
        FIRST_SIGN_IN,
        isLinksOnly({ authenticator: id }) ? LINKS_ONLY_STEP : STEP,
      ),
    ]),
  ),
  'realm-resource': {
    ...KEYCLOAK_ENDPOINTS,
    'request-magic-link': REQUEST_MAGIC_LINK,
    'verify-email': endpointByRealm(VERIFY_EMAIL, STEP_VERIFY_EMAIL),
    invitation: endpointByRealm(INVITATION, STEP_INVITATION),
    'new-device': NEW_DEVICE,
    'sign-in-state': committing(SIGN_IN_STATE),
    session: SESSION,
    [LOGO_RESOURCE]: LOGOS,
    [EMAIL_EVENTS_RESOURCE]: committing(EMAIL_EVENTS),
    [ADMIN_PAGES_RESOURCE]: ADMIN_PAGES_ENDPOINT,
    [ACCOUNT_PAGE_RESOURCE]: ACCOUNT_PAGE,
  },
  'admin-resource': { [ADMIN_RESOURCE]: ADMIN },
  'well-known': WELL_KNOWN,
  'protocol-mapper': { [NAME_MAPPER]: NAME, [EMAIL_VERIFIED_MAPPER]: EMAIL_VERIFIED },
  'audience-mapper': { [AUDIENCE_MAPPER]: AUDIENCE },
  'methods-mapper': { [METHODS_MAPPER]: METHODS },
  introspection: { access_token: INTROSPECTION },
  'refresh-grant': { [REFRESH_GRANT]: { ...TOKEN_USES, ...REFRESHES } },
  'login-protocol': {
    [LOGIN_PROTOCOL]: {
      ...BACK_CHANNEL_LOGOUT,
      ...COMPLETION,
      ending: endWithSession,
      signedIn: keepSession,
    },
  },
  'saml-protocol': { [SAML_PROTOCOL]: { ...SAML_LOGOUT, ...COMPLETION } },
  'identity-mapper': { [ARRIVAL_MAPPER]: ARRIVALS },
  'event-listener': { [EVENT_LISTENER]: KEYCLOAK_EVENTS },
  passkey: { [PASSKEY_ACTION]: PASSKEY_REGISTRATION },
  'http-client': { default: HTTP_CLIENT },
  'email-sender': { [EMAIL_SENDER]: REALM_SENDER },
  'locale-selector': { [LOCALE_SELECTOR]: LANGUAGE },
  filter: { linkgate: FILTER },
  'step-realm': { linkgate: STEP_REALM },
  server: { linkgate: SERVER },
  nodes: { linkgate: NODES },
  upkeep: { linkgate: UPKEEP },
};
