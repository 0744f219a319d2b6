/**
 * Whether an identity provider has verified an address (contract, section 11). The address and its proof come from one source: the document
 * that Keycloak took the address from.
 */

/** The setting of a provider: `true` lets its *Trust Email* alone decide about an address whose source has no `email_verified`. */
export const ABSENT_CLAIM_OPTION = 'linkgate.absent-email-verified';

/** SAML assertions have no claim for it. Their attributes are all from one signed source, also those that a mapper made the address. */
const SAML = 'saml';

/**
 * Keycloak's social providers that return verified addresses only, without a claim, by the IDs of their kinds; each with its source. GitHub's
 * isn't one: Keycloak takes the primary address without reading `verified`. Nor is Microsoft's: an organisation's administrator sets `mail`.
 */
export const VERIFYING_PROVIDERS: Readonly<Record<string, string>> = {
  // The parameter include_email: null is returned for an address that isn't verified.
  twitter:
    'https://developer.x.com/en/docs/twitter-api/v1/accounts-and-users/manage-account-settings/api-reference/get-account-verify_credentials',
};

/** What a source's claim says, as a boolean or a text; anything but `true` doesn't verify an address. */
export function claimTruth(claim: unknown): 'true' | 'false' {
  return String(claim) === 'true' ? 'true' : 'false';
}

/** What the source says of an address. */
export interface AddressClaims {
  /** Normalised; null without one, or if it isn't a text. */
  email: string | null;
  /** `absent`: the source has no such claim. Anything but `true`, as a boolean or text, is `false`. */
  verified: 'true' | 'false' | 'absent';
}

/** An address, and what is known of it. */
export interface BrokeredAddress {
  /** The ID of the provider's kind, such as `oidc`. */
  kind: string;
  /** Keycloak's *Trust Email*. */
  isTrusted: boolean;
  /** The value of the provider's setting, if it has one. */
  absentClaim: string | null;
  /** The address of the sign-in, after all mappers, normalised. */
  email: string;
  /** The address before any mapper, normalised; null if it is unknown. */
  given: string | null;
  /** The userinfo document if it was fetched, otherwise the token; null for a provider without either. */
  source: AddressClaims | null;
}

/** Whether a provider's addresses count as verified without a claim; others' are unverified. */
export function trustsAbsentClaim(kind: string, absentClaim: string | null): boolean {
  return kind === SAML || Object.hasOwn(VERIFYING_PROVIDERS, kind) || absentClaim === 'true';
}

/** The kinds whose addresses come with the claim. */
const CLAIMING_KINDS: readonly string[] = [
  'oidc',
  'keycloak-oidc',
  'google',
  'linkedin-openid-connect',
  'apple',
];

/** Whether a provider's settings let it verify an address at all, which somebody else says that it has verified. */
export function mayVerify({
  kind,
  isTrusted,
  absentClaim,
}: Pick<BrokeredAddress, 'kind' | 'isTrusted' | 'absentClaim'>): boolean {
  return isTrusted && (CLAIMING_KINDS.indexOf(kind) >= 0 || trustsAbsentClaim(kind, absentClaim));
}

export function isAddressVerified({
  kind,
  isTrusted,
  absentClaim,
  email,
  given,
  source,
}: BrokeredAddress): boolean {
  if (!isTrusted) return false;
  if (kind === SAML) return true;
  // Set by a mapper: the source says nothing of it.
  if (email !== given) return false;
  if (source === null || source.verified === 'absent') return trustsAbsentClaim(kind, absentClaim);
  return source.verified === 'true' && source.email === email;
}
