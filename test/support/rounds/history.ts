/** What happened in a round of faults, as users, emails and the database saw it. Instants are Unix milliseconds. */
import type { NodeName } from '../cluster-program.ts';

/** RejectionReason a link or a code isn't accepted; `code`: what was typed isn't the one that was sent. */
export type RejectionReason = 'used' | 'superseded' | 'revoked' | 'expired' | 'invalid' | 'referral' | 'code';

/** What somebody was told: let in, rejected, to come back later, or nothing. */
export type UseResult = { what: 'in' | 'busy' | 'none' } | { what: 'rejected'; why: RejectionReason };

interface Span {
  began: number;
  ended: number;
}

/** A request for a link. */
export interface LinkRequest extends Span {
  email: string;
  /** `rejected`: the referral code is used up by then. */
  answer: 'sent' | 'busy' | 'none' | 'rejected';
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
  answer: UseResult;
}

/** Where somebody got who had been let in. */
interface Ended {
  link: string;
  got: 'tokens' | 'nothing';
  /** Whether something on the way was not answered, so that nobody can know what came of it. */
  unclear: boolean;
  said: string;
}

/** An answer of a node, or none: null. */
export interface Called extends Span {
  node: NodeName;
  path: string;
  status: number | null;
  /** What a server's error says. */
  said: string;
}

/** When a node had served a whole sign-in again, and how long after the fault that was begun. */
interface Recovered {
  node: NodeName;
  at: number;
  millis: number;
}

/** What the database has of a link at the end, null where it has none. */
interface Row {
  state: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** A referral code, whoever came with it, and how many the database counts. */
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
  /** Within so much of the fault's end every node has to serve again. */
  recoveryMillis: number;
  referrals: ReferralCode[];
  rows: Map<string, Row>;
  /** How many accounts, and how many sessions, addresses have. */
  accounts: Map<string, number>;
  sessions: Map<string, number>;
  /** What no rule expects: other statuses, texts that say nothing. */
  wrong: string[];
}
