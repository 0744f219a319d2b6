/** What the consent page says about API scopes: a text, or the key of one of the realm's own texts. */
import type { ClientModel, ClientScopeModel, KeycloakSession } from 'keycloak';
import { toJava } from '../platform/engine/to-java.ts';
import { themeMessage } from '../platform/keycloak/theme-messages.ts';
import { consentTextKeyIn } from './api-scopes.ts';
import { apiScopeModelsOf } from './scopes-of.ts';

/** The text in the realm's default language; null if the page has only the scope's name, or nothing. */
export function consentTextOf(session: KeycloakSession, scope: ClientScopeModel): string | null {
  const text = scope.getConsentScreenText();
  if (!scope.isDisplayOnConsentScreen() || text === scope.getName()) return null;
  const key = consentTextKeyIn(text);
  return key === null ? text : themeMessage(session, key);
}

/** The names of a client's API scopes by their consent texts, for the template: it shows the name where the realm has no such text. */
export function namesByConsentText(client: ClientModel): unknown {
  const names: Record<string, string> = {};
  for (const scope of apiScopeModelsOf(client)) names[scope.getConsentScreenText()] = scope.getName();
  return toJava(names);
}
