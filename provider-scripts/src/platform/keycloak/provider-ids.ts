/** The ids of Linkgate's providers, those of Keycloak's own that Linkgate's replace, and names that the host knows as well. */

/** The authenticators that prompt for an address and send the link: in Linkgate realms, and in stock realms (`realm/flow/step-ids.ts`). */
export const EMAIL_AUTHENTICATOR = 'linkgate-email';
export const STEP_AUTHENTICATOR = 'linkgate-step';
/** The same step without a page, in stock realms: only a link that a backend requested completes it. */
export const LINKS_ONLY_AUTHENTICATOR = 'linkgate-links-only';

/** Keycloak's client at which users sign in to their own page. */
export const ACCOUNT_CLIENT = 'account';

/** The mapper of the `name` claim. */
export const NAME_MAPPER = 'linkgate-name';

/** The mapper of the `email_verified` claim. */
export const EMAIL_VERIFIED_MAPPER = 'linkgate-email-verified';

/** The mapper of an API scope's audience. */
export const AUDIENCE_MAPPER = 'linkgate-audience';

/** Keycloak's own id of the mapper of the claim `amr`: our provider replaces Keycloak's. */
export const METHODS_MAPPER = 'oidc-amr-mapper';

/** The sender of Keycloak's emails. */
export const EMAIL_SENDER = 'linkgate-routes';

/** The selector of the language of pages and emails. */
export const LOCALE_SELECTOR = 'linkgate-languages';

/** The listener of Keycloak's events, in every Linkgate realm. */
export const EVENT_LISTENER = 'linkgate-events';

/** Keycloak's own id of the action that sets up a passkey: our provider replaces Keycloak's. */
export const PASSKEY_ACTION = 'webauthn-register-passwordless';

/** The note of a tab of whose device a script has found that it can have passkeys; in a stock realm, only if its step offers them. */
export const PASSKEY_ABLE_NOTE = 'linkgate.passkey-able';

/** Keycloak's own ids of OpenID Connect and SAML: our providers replace Keycloak's. */
export const LOGIN_PROTOCOL = 'openid-connect';
export const SAML_PROTOCOL = 'saml';

/** Keycloak's id of what stores identity providers, which ours extends. */
export const PROVIDER_STORE = 'infinispan';

/** The id of the mapper that sees who comes back from an identity provider. */
export const ARRIVAL_MAPPER = 'linkgate-arrival';

/** The header in which the host passes on the caller's `Accept`; the host removes it from incoming requests. */
export const ACCEPTED_HEADER = 'X-Linkgate-Accepted';
