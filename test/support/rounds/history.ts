/** What happened in a round of faults, as users, emails and the database saw it. Instants are Unix milliseconds. */
import type { NodeName } from '../cluster-program.ts';

/** Why a link or a code was rejected; `code`: the entered code isn't the one that was sent. */
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
  /** `rejected`: the referral code has no uses left. */
  response: 'sent' | 'busy' | 'none' | 'rejected';
}

/** An emailed link, by its identifier. */
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
  detail: string;
}

/** A call to a node; `status` is null without a response. */
export interface Called extends Span {
  node: NodeName;
  path: string;
  status: number | null;
  /** The body of a server error. */
  detail: string;
}

/** When a node first served a complete sign-in again, and how long after the fault that sign-in was started. */
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

/** Where effects of a fault are excused: at its node, at every node. */
export type Where = 'nowhere' | 'there' | 'anywhere';

/** What a fault excuses until all nodes serve again. */
export interface Excuse {
  /** 503 with `Retry-After`. */
  busy: Where;
  /** No response, or a closed connection. */
  none: Where;
  /** The maximum difference between clocks, in milliseconds. */
  clockMillis: number;
  /** Whether the nodes' memory is lost: sign-ins in progress and unexchanged codes. */
  forgets: boolean;
}

/** A round. */
export interface History {
  excuse: Excuse;
  target: NodeName;
  /** From the fault's start to its end. */
  fault: Span;
  requests: LinkRequest[];
  emailed: Emailed[];
  tried: Tried[];
  ended: Ended[];
  called: Called[];
  recovered: Recovered[];
  referrals: ReferralCode[];
  rows: Map<string, Row>;
  /** The number of accounts, and of sessions, by address. */
  accounts: Map<string, number>;
  sessions: Map<string, number>;
  /** Unexpected statuses and texts. */
  wrong: string[];
}
