/** What callers and the database saw of a run, in the words of the model (`linkgate.als`). */

/** Identifies links, users (by realm and address), clients, referral codes and nodes; only whether two are the same matters. */
type Id = string;

/** Why an attempt was rejected, as the model calls it. */
export type Reason =
  | 'WasUsed'
  | 'WasSuperseded'
  | 'Invalid'
  | 'NoReferral'
  | 'WrongCode'
  | 'NoTries'
  | 'NotApproved';

/** A referral code and how many uses it has. */
export interface Code {
  id: Id;
  maxUses: number;
}

type What =
  | { what: 'ask'; link: Id; user: Id; client: Id; tab: Id | null; referral: Code | null }
  | { what: 'deliver'; link: Id }
  | { what: 'takeBack' | 'count' | 'keep' | 'leave' | 'undo' | 'endSessions'; link: Id }
  /** `claimed`: by the browser that it was approved to; `isNew`: the account was created. */
  | { what: 'use'; link: Id; superseded: readonly Id[]; claimed: boolean; isNew: boolean }
  | { what: 'typeComparisonCode'; link: Id; right: boolean }
  | { what: 'signIn'; link: Id }
  | { what: 'reject'; link: Id; why: Reason }
  | { what: 'deleteAccount'; user: Id; links: readonly Id[] }
  | { what: 'revoke'; referral: Id };

/** Something that happened at an instant (Unix milliseconds), at a node where that is known. */
export type TraceEvent = What & { at: number; node: Id };
