/**
 * Places where Keycloak itself takes a second connection in a thread that holds one: Linkgate can't prevent it. If Linkgate's code
 * causes the call, it doesn't belong here: Linkgate releases its own connection first (`releaseConnection`).
 */
import type { Nesting } from './connection-watch.ts';

/** What takes the second connection, and why that can't be prevented from outside. */
interface OwnNesting {
  /** The class whose code begins the inner transaction. */
  begunBy: string;
  reason: string;
  /**
   * What may hold the first connection, if Linkgate's code took it before Keycloak's work: a part of a frame, and why. Without this, nothing that
   * Linkgate holds matters, since Keycloak's own code holds one anyway.
   */
  mayHold?: Readonly<Record<string, string>>;
}

/** All allowed ones. */
export const KEYCLOAK_NESTINGS: readonly OwnNesting[] = [
  {
    begunBy: 'org.keycloak.events.EventBuilder',
    reason:
      "stores the event of an error that Keycloak's endpoint or flow finds, whatever becomes of the request",
    mayHold: {
      _c_lockAccount_: 'the lock on an account that another request may claim lasts until the request ends',
      _c_hasTabEndedFor_:
        "a tab is judged in the request's own transaction: ending it there adds one to every page",
      'JpaRealmProvider.getClientByClientId':
        "Keycloak's endpoint looks the same client up, and holds one, too",
      'AuthenticationSessionAdapter.getAuthenticatedUser':
        "Keycloak's endpoint looks the same tab's user up, and holds one, too",
    },
  },
  {
    begunBy: 'org.keycloak.events.email.EmailEventListenerProvider',
    reason:
      'writes the email about an event in a session of its own, while the request that caused it holds one',
  },
  {
    begunBy: 'org.keycloak.storage.UserStorageManager',
    reason: 'deletes an account that its store no longer has, within the lookup whose own statement found it',
  },
];

const HELPER = 'org.keycloak.models.utils.KeycloakModelUtils';
const LINKGATE = 'org.linkgate.';
/** Frames of the script engine. */
const OF_JAVA = /^(java|jdk)\./;

/** The entry for a nesting that is Keycloak's own; null for one that is Linkgate's. */
export function ownNesting({ first, second }: Nesting): OwnNesting | null {
  const begun = second.findIndex((frame) => frame.startsWith(`${HELPER}.runJobIn`));
  if (begun < 0) return null;
  const outside = second.slice(begun).filter((frame) => !OF_JAVA.test(frame) && !isOf(HELPER, frame));
  const entry = KEYCLOAK_NESTINGS.find(
    ({ begunBy }) => outside[0] !== undefined && isOf(begunBy, outside[0]),
  );
  const caller = outside.find((frame) => entry === undefined || !isOf(entry.begunBy, frame));
  if (entry === undefined || caller?.startsWith(LINKGATE)) return null;
  return entry.mayHold === undefined || mayHold(Object.keys(entry.mayHold), first, second) ? entry : null;
}

/** Whether the first connection is Keycloak's own: taken by code that Linkgate hasn't called since the stacks parted; or one that may be held. */
function mayHold(held: readonly string[], first: readonly string[], second: readonly string[]): boolean {
  const withoutLine = (frame: string | undefined) => frame?.replace(/:-?\d+$/, '');
  let shared = 0;
  while (shared < first.length && withoutLine(first.at(-1 - shared)) === withoutLine(second.at(-1 - shared)))
    shared += 1;
  const own = first.slice(0, first.length - shared);
  return (
    !own.some((frame) => frame.startsWith(LINKGATE)) ||
    own.some((frame) => held.some((one) => frame.includes(one)))
  );
}

/** Whether a frame is in a class or its nested classes. */
function isOf(name: string, frame: string): boolean {
  return frame.startsWith(`${name}.`) || frame.startsWith(`${name}$`);
}
