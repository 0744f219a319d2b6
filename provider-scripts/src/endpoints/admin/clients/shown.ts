/** A client as administrators see it; its secret is never among that. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { BRAND_ATTRIBUTES } from '../../../branding/brand.ts';
import { clientName } from '../../../branding/client-brand.ts';
import { approvalOf } from '../../../client/client.ts';
import { fieldOf } from './brand-body.ts';

const ResolveRelative = Java.type('org.keycloak.services.util.ResolveRelative');

/** The client's fields, as JSON. */
export function shownClient(session: KeycloakSession, client: ClientModel) {
  const redirectUris: string[] = [];
  for (const uri of client.getRedirectUris().toArray()) redirectUris.push(uri);
  return {
    id: client.getId(),
    client_id: client.getClientId(),
    name: clientName(client),
    kind: kindOf(client),
    state: approvalOf(client),
    enabled: client.isEnabled(),
    home_url: homeOf(session, client),
    redirect_uris: redirectUris.sort(),
    brand: shownBrand(client),
  };
}

function kindOf(client: ClientModel): 'public' | 'machine' | 'confidential' {
  if (client.isPublicClient()) return 'public';
  return client.isServiceAccountsEnabled() && !client.isStandardFlowEnabled() ? 'machine' : 'confidential';
}

/** Only what a page can link to without running it. */
function homeOf(session: KeycloakSession, client: ClientModel): string | null {
  const base = client.getBaseUrl();
  if (base === null || base === '') return null;
  const home = ResolveRelative.resolveRelativeUri(session, client.getRootUrl(), base);
  return home !== null && /^https?:\/\//.test(home) ? home : null;
}

/** The look that is stored, null where there is nothing; also what mails and pages leave out because it isn't valid. */
export function shownBrand(client: ClientModel): Record<string, string | null> {
  return Object.fromEntries(
    BRAND_ATTRIBUTES.map((name) => [fieldOf(name), client.getAttribute(`linkgate.brand.${name}`) || null]),
  );
}
