/** Where a SAML client's users get without a request of its own: IdP-initiated single sign-on, as Keycloak's `SamlService` has it. */
import type { ClientModel } from 'keycloak';

/** Keycloak's client note of such a sign-in (`SamlProtocol.SAML_IDP_INITIATED_LOGIN`). */
export const IDP_INITIATED_NOTE = 'saml_idp_initiated_login';

/** Whether an administrator has given the client a name for it. */
export function isIdpInitiatedAllowed(client: ClientModel): boolean {
  return Boolean(client.getAttribute('saml_idp_initiated_sso_url_name'));
}

/** Where the assertion is sent, and how; null if the client has no such URL. */
export function samlDestination(client: ClientModel): { url: string; binding: string } | null {
  const [post, redirect] = ['saml_assertion_consumer_url_post', 'saml_assertion_consumer_url_redirect'].map(
    (name) => (client.getAttribute(name) ?? '').trim(),
  );
  const posted = post || (client.getManagementUrl() ?? '').trim();
  if (posted) return { url: posted, binding: 'post' };
  return redirect ? { url: redirect, binding: 'get' } : null;
}

/** The client notes of such a sign-in; `state` is the RelayState, by default the client's own. */
export function idpInitiatedNotes(client: ClientModel, binding: string, state: string | undefined) {
  const relayState = state ?? client.getAttribute('saml_idp_initiated_sso_relay_state') ?? '';
  return {
    saml_binding: binding,
    [IDP_INITIATED_NOTE]: 'true',
    ...(relayState.trim() === '' ? {} : { RelayState: relayState }),
  };
}
