/** Where Keycloak itself takes a second connection, whoever runs on top of it: nothing of Linkgate's decides there. */
import type { Nesting } from './connection-watch.ts';

/** What takes the second connection, and why that can't be prevented from outside. */
interface OwnNesting {
  /** The class whose code begins the transaction within. */
  begunBy: string;
  reason: string;
}

/** All that are allowed. */
export const KEYCLOAK_NESTINGS: readonly OwnNesting[] = [];

/** What begins transactions for others. */
const HELPERS = ['org.keycloak.models.utils.KeycloakModelUtils'];
/** The session or the host's code that a transaction within belongs to begins above these. */
const BEGINNING = /^org\.keycloak\.models\.utils\.KeycloakModelUtils\.runJobIn/;

/** The entry of a nesting that is Keycloak's own; null for one that is Linkgate's. */
export function ownNesting({ second }: Nesting): OwnNesting | null {
  const beginner = beginnerOf(second);
  return KEYCLOAK_NESTINGS.find(({ begunBy }) => beginner?.startsWith(begunBy)) ?? null;
}

/** The frame that had a transaction of its own begun, the innermost where there are several. */
export function beginnerOf(stack: readonly string[]): string | null {
  const begun = stack.findIndex((frame) => BEGINNING.test(frame));
  if (begun < 0) return null;
  return (
    stack
      .slice(begun)
      .find(
        (frame) =>
          !HELPERS.some((helper) => frame.startsWith(`${helper}.`) || frame.startsWith(`${helper}$`)),
      ) ?? null
  );
}
