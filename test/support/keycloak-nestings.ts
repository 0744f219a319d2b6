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
}

/** All allowed ones. */
export const KEYCLOAK_NESTINGS: readonly OwnNesting[] = [
  {
    begunBy: 'org.keycloak.events.EventBuilder',
    reason:
      "stores the event of an error that Keycloak's endpoint or flow finds, whatever becomes of the request",
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
export function ownNesting({ second }: Nesting): OwnNesting | null {
  const begun = second.findIndex((frame) => frame.startsWith(`${HELPER}.runJobIn`));
  if (begun < 0) return null;
  const outside = second.slice(begun).filter((frame) => !OF_JAVA.test(frame) && !isOf(HELPER, frame));
  const entry = KEYCLOAK_NESTINGS.find(
    ({ begunBy }) => outside[0] !== undefined && isOf(begunBy, outside[0]),
  );
  const caller = outside.find((frame) => entry === undefined || !isOf(entry.begunBy, frame));
  return entry === undefined || caller?.startsWith(LINKGATE) ? null : entry;
}

/** Whether a frame is in a class or its nested classes. */
function isOf(name: string, frame: string): boolean {
  return frame.startsWith(`${name}.`) || frame.startsWith(`${name}$`);
}
