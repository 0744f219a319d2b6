/**
 * What is known of an email after what its service has reported. Events may come late, repeated and in any order: each is compared with what is
 * known by the same order, and the greater one stays, so that all orders of the same events lead to the same state.
 */
import { EMAIL_STATES, type EmailEvent, type EmailState, OBJECTIONS, type Objection } from './event.ts';

/** What is known of an email. */
export interface Known {
  readonly state: EmailState;
  readonly objection: Objection | null;
  /** When it came into that state, in Unix milliseconds. */
  readonly at: number;
  readonly words: string;
}

/** What is known after an event. */
export function after(known: Known, event: Pick<EmailEvent, 'state' | 'objection' | 'at' | 'words'>): Known {
  const { state, objection, at, words } = event;
  return isGreater({ state, objection, at, words }, known) ? { state, objection, at, words } : known;
}

/**
 * The order: first by state, as `EMAIL_STATES` lists them, since a mail server may bounce what it has delivered, and its owner complain of that;
 * then by what weighs more; then the latest. Words only decide between events that are otherwise the same.
 */
function isGreater(one: Known, other: Known): boolean {
  const [state, otherState] = [EMAIL_STATES.indexOf(one.state), EMAIL_STATES.indexOf(other.state)];
  if (state !== otherState) return state > otherState;
  const [weight, otherWeight] = [weightOf(one), weightOf(other)];
  if (weight !== otherWeight) return weight > otherWeight;
  return one.at === other.at ? one.words > other.words : one.at > other.at;
}

function weightOf({ objection }: Known): number {
  return objection === null ? -1 : OBJECTIONS.indexOf(objection);
}
