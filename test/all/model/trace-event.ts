/** Events of a run, as callers and the database saw them, in the model's terms (`linkgate.als`). */

/** Identifies links, users (by realm and address), clients, referral codes and nodes; only equality matters. */
type Id = string;

/** The reason for a rejection, by its name in the model. */
export type Reason =
  | 'WasUsed'
  | 'WasSuperseded'
  | 'Invalid'
  | 'NoReferral'
  | 'WrongCode'
  | 'NoTries'
  | 'NotApproved';

/** A referral code and its maximum number of uses. */
export interface Code {
  id: Id;
  maxUses: number;
}

type What =
  | { what: 'request'; link: Id; user: Id; client: Id; tab: Id | null; referral: Code | null }
  | { what: 'deliver'; link: Id }
  | {
      what: 'compensate' | 'count' | 'storeSession' | 'leave' | 'revokeCrossDevice' | 'endSessions';
      link: Id;
    }
  /** `claimed`: by the browser that it was approved for; `isNew`: the account was created. */
  | { what: 'use'; link: Id; superseded: readonly Id[]; claimed: boolean; isNew: boolean }
  | { what: 'typeComparisonCode'; link: Id; right: boolean }
  | { what: 'signIn'; link: Id }
  | { what: 'reject'; link: Id; why: Reason }
  | { what: 'deleteAccount'; user: Id; links: readonly Id[] }
  | { what: 'revoke'; referral: Id };

/** An event at an instant (Unix milliseconds), at a node if known. */
export type TraceEvent = What & { at: number; node: Id };

/** Leaves members out of each kind of a union. */
export type DistributiveOmit<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never;
