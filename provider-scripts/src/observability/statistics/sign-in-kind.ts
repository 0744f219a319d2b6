/** What a sign-in took, for the administrators' overview. */

/** The facts about a sign-in at a client. */
export interface SignInFacts {
  /** Whether its request allows no page (`prompt=none`): an application asks, not a user. */
  isSilent: boolean;
  /** Whether it continues a session. */
  isContinued: boolean;
  /** What proved the session's user: `link`, `code`, `cross-device` or `passkey`; null for any other way. */
  provenBy: string | null;
  /** Whether an identity provider began the session. */
  byProvider: boolean;
}

/** Returns it; null for a sign-in that isn't counted. */
export function signInKind({
  isSilent,
  isContinued,
  provenBy,
  byProvider,
}: SignInFacts): 'email' | 'passkey' | 'provider' | 'session' | null {
  if (isSilent) return null;
  if (isContinued) return 'session';
  if (provenBy !== null) return provenBy === 'passkey' ? 'passkey' : 'email';
  return byProvider ? 'provider' : null;
}
