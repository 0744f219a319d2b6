/** The branding of a client: its own, and the realm's for what it doesn't set. */

import type { ClientModel, KeycloakSession } from 'keycloak';
import { log } from '../../platform/engine/log.ts';
import { toJava } from '../../platform/engine/to-java.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { ACCOUNT_CLIENT } from '../../platform/keycloak/provider-ids.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { LOGO_RESOURCE } from '../../platform/keycloak/resources.ts';
import { themeMessage } from '../../platform/keycloak/theme-messages.ts';
import { cachedWithRealm } from '../../platform/session/cached-with-realm.ts';
import { languageFor } from '../language/selector.ts';
import { BRANDING_PREFIX } from '../settings/table.ts';
import {
  type Branding,
  type BrandingInLanguage,
  brandingIn,
  mergeBranding,
  readBranding,
  UPLOADED_LOGO,
} from './branding.ts';
import { messageKeyIn, nameInOneLine } from './name.ts';
import { realmName } from './realm-name.ts';

/** A client's branding; invalid values are ignored with a warning in the log. */
export function clientBranding(session: KeycloakSession, client: ClientModel): Branding {
  const own = loggedBranding(`client "${client.getClientId()}"`, Java.record(client.getAttributes()));
  return mergeBranding(own, realmBranding(session));
}

/** The realm's branding, for all its clients; read once until the realm changes. */
export function realmBranding(session: KeycloakSession): Branding {
  const realm = requireRealm(session);
  return cachedWithRealm(realm, 'branding', () =>
    loggedBranding('realm', Java.record(realm.getAttributes())),
  );
}

function loggedBranding(whose: string, attributes: Readonly<Record<string, string>>): Branding {
  const { branding, problems } = readBranding((name) => attributes[BRANDING_PREFIX + name] ?? null);
  for (const { text } of problems) log.warn(`${whose}: ${text}; ignored`);
  return branding;
}

/** A branding as pages and emails show it: its texts in one language, its logo as a URL. */
export function shownBranding(
  session: KeycloakSession,
  branding: Branding,
  language: string,
): BrandingInLanguage {
  const { logo, ...shown } = brandingIn(branding, language);
  return logo === undefined ? shown : { ...shown, logo: logoUrl(session, logo) };
}

/** A branding as the templates of pages read it; null for the realm's own. */
export function pageBranding(session: KeycloakSession, client: ClientModel | null): unknown {
  const branding = client === null ? realmBranding(session) : clientBranding(session, client);
  return toJava({ ...shownBranding(session, branding, languageFor(session, null)) });
}

/** The URL of a branding's logo; an uploaded one is served by this server. */
export function logoUrl(session: KeycloakSession, logo: string): string {
  const [, id] = UPLOADED_LOGO.exec(logo) ?? [];
  return id === undefined ? logo : `${baseUrl(session)}/${LOGO_RESOURCE}/${id}`;
}

/**
 * The client's name as users and administrators see it: always one line, even if the client registered itself. A name that is a
 * key of the login theme's messages becomes that message, in the realm's default language so that it is the same for all; any
 * other `${…}` is shown unchanged. The client of users' own page, which no user knows by a name, has the realm's.
 */
export function clientName(session: KeycloakSession, client: ClientModel): string {
  const name = client.getName() ?? '';
  const key = messageKeyIn(name);
  if (key !== null && client.getClientId() === ACCOUNT_CLIENT) return realmName(requireRealm(session));
  const text = key === null ? name : (themeMessage(session, key) ?? name);
  return nameInOneLine(text) || nameInOneLine(client.getClientId());
}
