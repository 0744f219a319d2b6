/** What the benchmark measures, and the goals. */

/** A bound, in the row's unit. */
export type Goal = { atMost: number } | { atLeast: number };

/** How much was measured, by the names of the options. */
export type Sizes = Readonly<Record<string, number>>;

/** Minimum sizes for a verdict on a warm server's figure. */
const WARM = { rounds: 4, 'sign-ins': 500, 'warm-up': 12_000 };

/** One figure of the report. */
interface Row {
  /** Description in the report. */
  what: string;
  /** Shown after the figure; empty for a ratio. */
  unit: string;
  digits: number;
  /** None if the figure is only stated. */
  goal?: Goal;
  /** Minimum sizes for a verdict. */
  needs: Sizes;
}

/** Tolerated growth of a stable heap: the garbage that collections leave varies a little. */
const NO_GROWTH_MEBIBYTES = 1;

/** In the order of the report. The goals for calls are a third of what they were before constant methods (1465 and 256). */
export const ROWS = {
  'sign-in-cpu': {
    what: 'processor time of a whole sign-in : of a client-credentials request to a plain realm, both very warm',
    unit: '',
    digits: 2,
    needs: WARM,
    goal: { atMost: 3.5 },
  },
  'sign-in-rate': {
    what: "whole sign-ins a second : with Keycloak's password form in a plain realm",
    unit: '',
    digits: 2,
    needs: WARM,
    goal: { atLeast: 4 },
  },
  'token-rate': {
    what: "`/token` with limits on : Keycloak's own in a plain realm, requests a second",
    unit: '',
    digits: 2,
    needs: WARM,
    goal: { atLeast: 0.95 },
  },
  'userinfo-rate': {
    what: '`/userinfo`, the same',
    unit: '',
    digits: 2,
    needs: WARM,
    goal: { atLeast: 0.95 },
  },
  'introspect-rate': {
    what: '`/introspect`, the same',
    unit: '',
    digits: 2,
    needs: WARM,
    goal: { atLeast: 0.95 },
  },
  'refresh-rate': {
    what: '`/token` with a refresh token that rotates, the same',
    unit: '',
    digits: 2,
    needs: WARM,
  },
  'quiet-latency': {
    what: 'one user on a quiet server, mail server on the same machine: p50 of a whole sign-in',
    unit: 'ms',
    digits: 1,
    needs: WARM,
    goal: { atMost: 18 },
  },
  'far-email-latency': {
    what: 'the same with STARTTLS, AUTH and a mail server at a round trip of 10 ms, persistent connection',
    unit: 'ms',
    digits: 1,
    needs: WARM,
    goal: { atMost: 65 },
  },
  'first-thousand': {
    what: 'the first sign-ins after a start: processor time of each',
    unit: 'ms',
    digits: 1,
    needs: { 'sign-ins': 1000 },
  },
  'million-p99': {
    what: 'p99 of a whole sign-in with a million accounts, links and devices : with few',
    unit: '',
    digits: 2,
    needs: { ...WARM, rows: 1_000_000 },
    goal: { atMost: 1.25 },
  },
  // The goal is for 100,000 sign-ins; the run's time may be up earlier; the notes state the actual number.
  'heap-added': {
    what: 'heap that Linkgate adds after many sign-ins',
    unit: 'MiB',
    digits: 1,
    needs: { endurance: 50_000 },
    goal: { atMost: 32 },
  },
  'heap-growth': {
    what: 'heap that as many requests again at 64 threads add',
    unit: 'MiB',
    digits: 2,
    needs: { calls: 20_000 },
    goal: { atMost: NO_GROWTH_MEBIBYTES },
  },
  'resident-added': {
    what: 'resident memory beside a plain server under the same load',
    unit: 'MiB',
    digits: 0,
    needs: { endurance: 50_000 },
    goal: { atMost: 100 },
  },
  'start-added': {
    what: 'start that Linkgate adds',
    unit: 's',
    digits: 2,
    needs: { rounds: 4 },
    goal: { atMost: 1 },
  },
  'first-call': {
    what: 'the first request after a start, to `/token`',
    unit: 'ms',
    digits: 0,
    needs: { rounds: 4 },
    goal: { atMost: 300 },
  },
  'two-nodes': {
    what: 'sign-ins a second with two nodes : with one, same database, twice the cores',
    unit: '',
    digits: 2,
    needs: WARM,
  },
  'sign-in-calls': {
    what: 'calls from the script into Java for a whole sign-in, warm',
    unit: '',
    digits: 0,
    needs: {},
    goal: { atMost: 488 },
  },
  'credentials-calls': {
    what: 'the same for `/token` by client credentials',
    unit: '',
    digits: 0,
    needs: {},
    goal: { atMost: 85 },
  },
  'sign-in-statements': {
    what: 'database statements of a whole sign-in, warm, events not saved',
    unit: '',
    digits: 0,
    needs: {},
    goal: { atMost: 16 },
  },
  'sign-in-transactions': {
    what: 'database transactions of the same',
    unit: '',
    digits: 0,
    needs: {},
    goal: { atMost: 3 },
  },
  'scripts-share': {
    what: 'share of scripts and their engine in the processor time of a sign-in, very warm',
    unit: '%',
    digits: 0,
    needs: WARM,
  },
} as const satisfies Record<string, Row>;

export type RowName = keyof typeof ROWS;

/** A row by its name, as the general type. */
export function rowOf(name: RowName): Row {
  return ROWS[name];
}
