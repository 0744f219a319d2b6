/** What happened in a round of faults, as users, emails and the database saw it. Instants are Unix milliseconds. */
import type { NodeName } from '../cluster-program.ts';

/** RejectionReason a link or a code isn't accepted; `code`: what was typed isn't the one that was sent. */
export type RejectionReason = 'used' | 'superseded' | 'revoked' | 'expired' | 'invalid' | 'referral' | 'code';

/** The outcome of a use: signed in, rejected, busy (retry later), or no response. */
export type UseResult = { what: 'in' | 'busy' | 'none' } | { what: 'rejected'; why: RejectionReason };

interface Span {
  began: number;
  ended: number;
}

/** A request for a link. */
export interface LinkRequest extends Span {
  email: string;
  /** `rejected`: the referral code is used up by then. */
  response: 'sent' | 'busy' | 'none' | 'rejected';
}

/** An email with a link, by its identifier. */
export interface Emailed {
  link: string;
  email: string;
  at: number;
}

/** One use of a link, or of the code sent with it. */
export interface Tried extends Span {
  link: string;
  response: UseResult;
}

/** The result of a sign-in after the link was used. */
interface Ended {
  link: string;
  got: 'tokens' | 'nothing';
  /** Whether a call had no response, so that the outcome is unknown. */
  unclear: boolean;
  said: string;
}

/** A call to a node; `status` is null without a response. */
export interface Called extends Span {
  node: NodeName;
  path: string;
  status: number | null;
  /** The text of a server error. */
  said: string;
}

/** When a node first served a complete sign-in again, and how long after the fault it was started. */
interface Recovered {
  node: NodeName;
  at: number;
  millis: number;
}

/** A link’s row at the end. */
interface Row {
  state: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** A referral code, the users who used it, and the uses that the database counts. */
export interface ReferralCode {
  id: string;
  maxUses: number;
  guests: string[];
  uses: number;
}

/** Where something may happen while a fault lasts: at its node, at every node. */
export type Where = 'nowhere' | 'there' | 'anywhere';

/** What a fault excuses until all nodes serve again. */
export interface Excuse {
  /** 503, which says when to come back. */
  busy: Where;
  /** No answer, or a connection that ends. */
  none: Where;
  /** By how many milliseconds clocks differ. */
  clockMillis: number;
  /** Whether all that nodes keep in memory is lost: sign-ins under way and codes that nobody exchanged. */
  forgets: boolean;
}

/** A round. */
export interface History {
  excuse: Excuse;
  target: NodeName;
  /** From the fault's beginning until it ended. */
  fault: Span;
  asked: LinkRequest[];
  emailed: Emailed[];
  tried: Tried[];
  ended: Ended[];
  called: Called[];
  recovered: Recovered[];
  /** How soon after the fault every node must serve again. */
  recoveryMillis: number;
  referrals: ReferralCode[];
  rows: Map<string, Row>;
  /** How many accounts, and how many sessions, addresses have. */
  accounts: Map<string, number>;
  sessions: Map<string, number>;
  /** Unexpected statuses and texts. */
  wrong: string[];
}
