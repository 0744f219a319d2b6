/** What an email service reports of one email, whichever service it is. */
import { parseUntrustedJson } from '../../platform/engine/json.ts';
import { MILLIS_PER_SECOND } from '../../platform/engine/time.ts';
import { reportedWords } from './words.ts';

/** The fate of an email. `suppressed`: not sent, by the service or by the realm; `unknown`: nothing is known of it. */
export const EMAIL_STATES = [
  'unknown',
  'queued',
  'accepted',
  'deferred',
  'delivered',
  'suppressed',
  'bounced',
  'complained',
] as const;
export type EmailState = (typeof EMAIL_STATES)[number];

/**
 * What speaks against further emails to the address. `hard`: there is no such mailbox; `soft`: it may take the next one; `complaint`: its owner
 * calls the email spam; `block`: the service itself sends it nothing more.
 */
export const OBJECTIONS = ['soft', 'block', 'hard', 'complaint'] as const;
export type Objection = (typeof OBJECTIONS)[number];

/** An event, as it is stored until it is acted upon. */
export interface EmailEvent {
  /** The email's ID at the service. */
  readonly id: string;
  /** The recipient, as the service writes it. */
  readonly to: string;
  readonly state: EmailState;
  readonly objection: Objection | null;
  /** When it happened, in Unix milliseconds. */
  readonly at: number;
  /** The service's own words; empty for none. */
  readonly words: string;
}

/** Members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** The members of a value that is an object; none of any other. */
export function membersIn(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

/** The value of a JSON text; null if it is none. */
export function jsonOf(text: string): unknown {
  try {
    return parseUntrustedJson(text);
  } catch {
    return null;
  }
}

/** A text; empty for anything else. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The first member of a list. */
export function firstIn(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

/** The end of the year 9999. */
const LAST_MILLIS = 253_402_300_800_000;

/** An instant that a service writes as a number of seconds, or as a date (ISO 8601); null for anything else. */
export function millisIn(value: unknown): number | null {
  const seconds =
    typeof value === 'number' ? value : /^\d{1,12}(?:\.\d+)?$/.test(textIn(value)) ? Number(value) : null;
  const millis = seconds === null ? Date.parse(textIn(value)) : Math.round(seconds * MILLIS_PER_SECOND);
  return millis > 0 && millis < LAST_MILLIS ? millis : null;
}

/** What a service's reader has found. */
interface Found {
  readonly id: unknown;
  readonly to: unknown;
  readonly state: EmailState;
  readonly objection?: Objection;
  readonly at: unknown;
  readonly words?: unknown;
}

/** The IDs of emails, and their recipients, are no longer than this. */
const MAX_ID_LENGTH = 255;
const MAX_ADDRESS_LENGTH = 320;

/** An ID without the angle brackets that it has in a message's header. */
export function bareId(id: string): string {
  return id.replace(/^<|>$/g, '');
}

/** The event; null if it names no email, recipient or instant. */
export function eventOf({ id, to, state, objection, at, words }: Found): EmailEvent | null {
  const named = bareId(textIn(id));
  const recipient = textIn(to).trim();
  const millis = millisIn(at);
  if (!/^[!-~]+$/.test(named) || named.length > MAX_ID_LENGTH || millis === null) return null;
  if (!recipient.includes('@') || recipient.length > MAX_ADDRESS_LENGTH) return null;
  return {
    id: named,
    to: recipient,
    state,
    objection: objection ?? null,
    at: millis,
    words: reportedWords(textIn(words)),
  };
}
