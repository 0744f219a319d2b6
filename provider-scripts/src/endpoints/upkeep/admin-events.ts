/** Whom Keycloak's events of administrators' actions are about, by their path. */

/** The user whom an administrator has changed; null for any other path. */
export function changedUser(path: string | null): string | null {
  return /^users\/([^/]+)$/.exec(path ?? '')?.[1] ?? null;
}

/** The session that an administrator has ended; null for any other path. */
export function endedSession(path: string | null): string | null {
  return /^sessions\/([^/]+)$/.exec(path ?? '')?.[1] ?? null;
}

/** The user whom an administrator has signed out; null for any other action. */
export function signedOutUser(path: string | null): string | null {
  return /^users\/([^/]+)\/logout$/.exec(path ?? '')?.[1] ?? null;
}
