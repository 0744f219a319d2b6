/** The language of a page that an email leads to in a stock realm: the one that the email had. */
import type { KeycloakSession } from 'keycloak';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { applyPageLanguage } from '../../realm/language/selector.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';

/** Applies the first of these language tags that the realm has; in a Linkgate realm our own selector chooses. */
export function applyStockLanguage(session: KeycloakSession, requested: string | null | undefined): void {
  if (!isLinkgateRealm(requireRealm(session))) applyPageLanguage(session, requested);
}
