/** A client as administrators see it, without its secret. */

import type { ClientModel, JavaSet, KeycloakSession } from 'keycloak';
import { approvalOf, requiresProof } from '../../../clients/client.ts';
import { outlivesSession } from '../../../clients/refresh-tokens.ts';
import { refreshTokensOf } from '../../../clients/refresh-tokens-of.ts';
import { registrationOf } from '../../../clients/registration.ts';
import { versionOf } from '../../../clients/representation.ts';
import { apiScopesOf } from '../../../clients/scopes-of.ts';
import { clientName } from '../../../realm/branding/client-branding.ts';
import { clientAttributes, storedBranding } from '../../../realm/branding/stored.ts';
import { homeUrl } from '../../../realm/branding/way-back.ts';
import type { RefreshTokens } from '../../../realm/settings/choices.ts';
import { CLIENT } from '../../../realm/settings/table.ts';
import { secondFactorOf } from '../../../sign-in/second-factor/bind.ts';

/** The client's fields, as JSON. */
export function shownClient(session: KeycloakSession, client: ClientModel) {
  return {
    id: client.getId(),
    client_id: client.getClientId(),
    name: clientName(session, client),
    kind: kindOf(client),
    state: approvalOf(client),
    enabled: client.isEnabled(),
    version: versionOf(session, client),
    refresh_tokens: shownStay(refreshTokensOf(client)),
    second_factor: secondFactorOf(client),
    api_scopes: apiScopesOf(client).map(({ name }) => name),
    registration: registrationOf(session, client),
    description: textOf(client.getDescription()),
    client_authenticator: textOf(client.getClientAuthenticatorType()),
    consent_required: client.isConsentRequired(),
    dpop_required: requiresProof(client),
    root_url: textOf(client.getRootUrl()),
    base_url: textOf(client.getBaseUrl()),
    home_url: homeUrl(session, client.getRootUrl(), client.getBaseUrl()),
    redirect_uris: sorted(client.getRedirectUris()),
    web_origins: sorted(client.getWebOrigins()),
    post_logout_redirect_uris: postLogoutUris(client),
    ...Object.fromEntries(
      Object.entries(CLAIMED_URLS).map(([field, name]) => [field, textOf(client.getAttribute(name))]),
    ),
    branding: storedBranding(clientAttributes(client)),
  };
}

/** The client's self-declared URLs: each field's name and its attribute. */
const CLAIMED_URLS = {
  backchannel_logout_uri: 'backchannel.logout.url',
  frontchannel_logout_uri: 'frontchannel.logout.url',
  initiate_login_uri: CLIENT.initiateLoginUri.name,
  logo_uri: 'logoUri',
  policy_uri: 'policyUri',
  tos_uri: 'tosUri',
} as const;

/** Keycloak's separator between URLs in one attribute. */
const URI_SEPARATOR = '##';

/** What is in force; a number stands for days. */
function shownStay(stay: RefreshTokens): 'off' | 'session' | number {
  return outlivesSession(stay) ? stay.days : stay;
}

function postLogoutUris(client: ClientModel): string[] {
  const uris = textOf(client.getAttribute('post.logout.redirect.uris'));
  return uris === null ? [] : uris.split(URI_SEPARATOR).sort();
}

function sorted(uris: JavaSet<string>): string[] {
  const all: string[] = [];
  for (const uri of uris.toArray()) all.push(uri);
  return all.sort();
}

function textOf(value: string | null): string | null {
  return value === '' ? null : value;
}

function kindOf(client: ClientModel): 'public' | 'machine' | 'confidential' {
  if (client.isPublicClient()) return 'public';
  return client.isServiceAccountsEnabled() && !client.isStandardFlowEnabled() ? 'machine' : 'confidential';
}
