/** What the benchmark measures, and the goals. */

/** A bound, in the row's unit. */
export type Goal = { atMost: number } | { atLeast: number };

/** How much was measured, by the names of the options. */
export type Sizes = Readonly<Record<string, number>>;

/** Minimum sizes for a verdict on a warm server's figure. */
const WARM = { rounds: 4, 'sign-ins': 500, 'warm-up': 4000 };

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

/** In the order of the report. The goals for calls are a third of what they were when they were first counted, or lower. */
export const ROWS = {
  'sign-in-cpu': {
    what: "processor time of a whole sign-in : of a stock server's password form, both warm",
    unit: '',
    digits: 2,
    needs: WARM,
    goal: { atMost: 0.35 },
  },
  'sign-in-rate': {
    what: "whole sign-ins a second : with a stock server's password form",
    unit: '',
    digits: 2,
    needs: WARM,
    goal: { atLeast: 3 },
  },
  'password-cpu': {
    what: "processor time of the password form in a stock realm beside : a stock server's",
    unit: '',
    digits: 2,
    needs: WARM,
  },
  'token-rate': {
    what: "client credentials on Keycloak's own path in a Linkgate realm, limits on : a stock server's, requests a second",
    unit: '',
    digits: 2,
    needs: WARM,
    goal: { atLeast: 0.9 },
  },
  'userinfo-rate': {
    what: 'userinfo, the same',
    unit: '',
    digits: 2,
    needs: WARM,
    goal: { atLeast: 0.9 },
  },
  'introspect-rate': {
    what: 'introspection, the same',
    unit: '',
    digits: 2,
    needs: WARM,
    goal: { atLeast: 0.9 },
  },
  'refresh-rate': {
    what: 'a refresh token that rotates, the same',
    unit: '',
    digits: 2,
    needs: WARM,
  },
  'quiet-latency': {
    what: "one user on a quiet server, mail server on the same machine: p50 of a whole sign-in : of a stock server's password form",
    unit: '',
    digits: 2,
    needs: WARM,
    goal: { atMost: 1 },
  },
  'far-email-latency': {
    what: 'one user: p50 of a whole sign-in with STARTTLS, AUTH and a mail server at a round trip of 10 ms, persistent connection',
    unit: 'ms',
    digits: 1,
    needs: WARM,
    goal: { atMost: 65 },
  },
  'first-thousand': {
    what: "the first sign-ins after a start: processor time of each : of a stock server's first by password form",
    unit: '',
    digits: 2,
    needs: { 'sign-ins': 1000 },
    goal: { atMost: 1 },
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
  'objects-added': {
    what: "objects of Linkgate's and its engine's classes that each further sign-in leaves on the heap",
    unit: '',
    digits: 3,
    needs: { endurance: 4000 },
    goal: { atMost: 0.01 },
  },
  'resident-added': {
    what: 'resident memory beside a stock server under the same load',
    unit: 'MiB',
    digits: 0,
    needs: { endurance: 50_000 },
    goal: { atMost: 100 },
  },
  start: {
    what: "start until ready : a stock server's",
    unit: '',
    digits: 2,
    needs: { rounds: 4 },
    goal: { atMost: 1.14 },
  },
  'first-call': {
    what: "the first request after a start, to `/token` : a stock server's",
    unit: '',
    digits: 2,
    needs: { rounds: 4 },
    goal: { atMost: 1 },
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
    what: "the same for a token by client credentials at Keycloak's own path",
    unit: '',
    digits: 0,
    needs: {},
    goal: { atMost: 40 },
  },
  'userinfo-calls': {
    what: 'the same for userinfo there',
    unit: '',
    digits: 0,
    needs: {},
    goal: { atMost: 15 },
  },
  'introspect-calls': {
    what: 'the same for introspection there',
    unit: '',
    digits: 0,
    needs: {},
    goal: { atMost: 21 },
  },
  'sign-in-rendering': {
    what: 'templates parsed, files of messages read and messages merged for a whole sign-in, warm',
    unit: '',
    digits: 0,
    needs: {},
    goal: { atMost: 0 },
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
  'sign-in-executed': {
    what: 'what PostgreSQL executes for a sign-in under load by its own count: begins, commits, driver and background included',
    unit: '',
    digits: 1,
    needs: { 'sign-ins': 500 },
  },
  'credentials-statements': {
    what: 'database statements of a token by client credentials, warm',
    unit: '',
    digits: 0,
    needs: {},
  },
  'email-commands': {
    what: 'requests to the mail server for an email, on a persistent connection without STARTTLS and AUTH',
    unit: '',
    digits: 0,
    needs: {},
  },
  'scripts-share': {
    what: 'share of scripts and their engine in the processor time of a sign-in, warm',
    unit: '%',
    digits: 0,
    needs: WARM,
  },
  'calls-share': {
    what: 'share of the way from the script into Java and back, part of that',
    unit: '%',
    digits: 0,
    needs: WARM,
  },
  'long-compilations': {
    what: "functions of Linkgate or its engine that the JVM's C2 compiles for over 300 ms during 10,000 sign-ins after a start",
    unit: '',
    digits: 0,
    needs: { endurance: 10_000 },
    goal: { atMost: 0 },
  },
  'late-compilations': {
    what: 'compilations by C2 during the later half of these sign-ins',
    unit: '',
    digits: 0,
    needs: { endurance: 10_000 },
    goal: { atMost: 30 },
  },
} as const satisfies Record<string, Row>;

export type RowName = keyof typeof ROWS;

/** A row by its name, as the general type. */
export function rowOf(name: RowName): Row {
  return ROWS[name];
}
