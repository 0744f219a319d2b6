/**
 * The sizing document: results of the benchmark and of the statements' test, and the resources that follow for a number of
 * accounts.
 */
import { DEVICE_LIFETIME_SECONDS } from '../../provider-scripts/src/accounts/device/device.ts';
import { LINK_RETENTION_SECONDS } from '../../provider-scripts/src/links/magic-link/link.ts';
import { POLICIES } from '../../provider-scripts/src/platform/limits/limits.ts';
import { LINK_LIFETIME_SECONDS } from '../../provider-scripts/src/realm/settings/declared.ts';
import { CONTAINER_HEAP } from '../../scripts/bench/parts/million.ts';
import { markdownTable } from '../../scripts/cli/markdown.ts';
import { HEAP_MEGABYTES, heapOptions } from '../../scripts/server/node.ts';
import { readText, sectionOf } from './documents.ts';
import { CONTINUE, OWN, STORE_SESSION, TRANSACTIONS, writesIn } from './sign-in-statements.ts';

export const SIZING = 'docs/sizing.md';

/** The plan's assumptions about users; adjust them here. */
const PLAN = {
  accounts: [100_000, 1_000_000, 10_000_000],
  /** The share of accounts that sign in per day. */
  daily: 0.1,
  /** The share of a day's sign-ins in its busiest hour. */
  busiestHour: 0.15,
  /** The planned CPU utilisation; the rest is for peaks, starts and Keycloak's other work. */
  used: 0.5,
  /** Browsers that remember an account. */
  devices: 2,
  coresOfNode: 4,
  /** Nodes that may be down: one that is being updated. */
  missing: 1,
  /** The ratio of a pod's memory to the measured resident memory. */
  memory: 1.5,
};
/** What Java options change: ratios as the commands in the document print them. */
const OPTIONS = {
  rounds: 3,
  machine: '2 cores (AMD EPYC), Temurin 25.0.3',
  measuredOn: '2026-11-28',
  commit: '875f48e2',
  rows: [
    ['`-Xms512m`', '0.92', '0.88', '0.85', '1.44'],
    ['`-XX:+UseParallelGC`', '0.92', '0.90', '1.01', '0.91'],
    ['an AOT cache, Java 25', '0.72', '0.75', '0.69', '1.05'],
  ],
};
const HOUR = 3600;
const DAY = 86_400;
const MILLIS_PER_SECOND = 1000;
/** The step of pods' memory, in MiB. */
const MEMORY_STEP = 256;

const report = readText('docs/performance.md');

/** A figure beside a result of the benchmark, without its unit. */
function measured(row: string, name: string): number {
  const start = `- ${name}: `;
  const line = sectionOf(report, row)
    .split('\n')
    .find((each) => each.startsWith(start));
  const value = Number.parseFloat(line?.slice(start.length) ?? '');
  if (Number.isNaN(value)) throw new Error(`docs/performance.md has no "${name}" under ${row}`);
  return value;
}

/** A result itself. */
function result(row: string): string {
  const [, found] = /^\*\*([^*]+)\*\* \(rounds/m.exec(sectionOf(report, row)) ?? [];
  if (found === undefined) throw new Error(`docs/performance.md has no result under ${row}`);
  return found;
}

/** Two significant digits for small numbers, whole numbers otherwise. */
function short(value: number): string {
  return value >= 10 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)));
}

function linkToRow(row: string): string {
  return `[${row}](performance.md#${row})`;
}

/** The plan for a number of accounts. */
function planFor(accounts: number): string[] {
  const { daily, busiestHour, used, devices, coresOfNode, missing } = PLAN;
  const perDay = accounts * daily;
  const perSecond = (perDay * busiestHour) / HOUR;
  const cores =
    (perSecond * measured('two-nodes', 'processor time of a sign-in, both nodes')) / MILLIS_PER_SECOND;
  const nodes = Math.ceil(cores / used / coresOfNode) + missing;
  const database =
    (perSecond * measured('two-nodes', "the database's processor time, both nodes")) / MILLIS_PER_SECOND;
  const emails =
    (perSecond * measured('far-email-latency', 'p50 of `/request-magic-link` until the email is there')) /
    MILLIS_PER_SECOND;
  const links = (perDay * (LINK_LIFETIME_SECONDS.default + LINK_RETENTION_SECONDS)) / DAY;
  // One for the address, one for the network, of those whose window isn't over.
  const rates = (perDay * busiestHour * 2 * POLICIES['link-email'].fallback.seconds) / HOUR;
  return [
    accounts.toLocaleString('en'),
    short(perSecond),
    short(cores),
    `${nodes} × ${coresOfNode}`,
    short(database),
    short(emails),
    short(perSecond * writes),
    short(links),
    short(rates),
    short(accounts * devices),
  ];
}

const keycloaks = [...CONTINUE, ...STORE_SESSION];
const writes = writesIn(OWN) + writesIn(keycloaks);

const HEADS = [
  'accounts',
  'sign-ins a second',
  'cores busy',
  'nodes × cores',
  "database's cores busy",
  'emails being sent',
  'rows written a second',
  '`LINKGATE_LINK`',
  '`LINKGATE_RATE`',
  '`LINKGATE_DEVICE`',
];

/** A transposed table: one line per heading. */
function turned(columns: readonly string[][]): string {
  const [head = [], ...others] = HEADS.map((name, index) => [
    name,
    ...columns.map((cells) => cells[index] ?? ''),
  ]);
  return markdownTable(head, others);
}

/** A pod's resource requests and limits, in Kubernetes' own format. */
export function podResources(): Record<'requests' | 'limits', { cpu: string; memory: string }> {
  const { coresOfNode, used } = PLAN;
  const resident = measured('resident-added', 'resident with Linkgate');
  const memory = `${Math.ceil((resident * PLAN.memory) / MEMORY_STEP) * MEMORY_STEP}Mi`;
  return {
    requests: { cpu: String(coresOfNode * used), memory },
    limits: { cpu: String(coresOfNode), memory },
  };
}

/** The whole document. */
export function sizingDocument(): string {
  const one = measured('two-nodes', 'processor time of a sign-in, one node');
  const both = measured('two-nodes', 'processor time of a sign-in, both nodes');
  const resident = measured('resident-added', 'resident with Linkgate');
  const percent = (part: number) => `${part * 100} %`;
  const { requests, limits } = podResources();
  return `# Sizing

Made by \`LINKGATE_WRITE=1 npm test -- test/docs/sizing.test.ts\` from [what sign-ins cost](performance.md), which
describes the machine, and from the statements that \`test/all/nodes/database-use.test.ts\` counts. To use your own
machine's figures, run \`npm run bench -- --write\` and make it again.

## What a sign-in takes

| of | figure | from |
| --- | --- | --- |
| processor, one node, warm | ${one} ms: ${short(MILLIS_PER_SECOND / one)} sign-ins a second and core | ${linkToRow('two-nodes')} |
| two nodes without sticky sessions | ${both} ms: ${short(MILLIS_PER_SECOND / both)} a second and core | the same |
| the database's processor | ${measured('two-nodes', "the database's processor time, both nodes")} ms | ${linkToRow('two-nodes')} |
| an email, 10 ms to the mail server | ${measured('far-email-latency', 'p50 of `/request-magic-link` until the email is there')} ms of a thread and a connection | ${linkToRow('far-email-latency')} |
| resident memory of a node | ${resident} MiB, ${result('resident-added')} of it Linkgate's | ${linkToRow('resident-added')} |
| transactions | ${TRANSACTIONS} | \`test/all/nodes/database-use.test.ts\` |
| rows written | ${writes}, ${writesIn(OWN)} of them Linkgate's | the same |
| statements | ${OWN.length + keycloaks.length}, ${OWN.length} of them Linkgate's | the same |

A sign-in here is a link requested over the API, sent, opened, and its code exchanged, for an existing user who has
consented. Saved events, pages, \`/userinfo\` and renewed sessions are extra. Memory depends on Keycloak's caches, which
have a fixed size, not on the number of accounts.
Nothing of Linkgate's grows with the number of sign-ins: twenty thousand further ones leave about as many of its objects
as six thousand ([objects-added](performance.md#objects-added) with \`--endurance 40000\`, and on the embedded database,
\`--database embedded\`, with \`12000\`). That database needs more resident memory, little of it on the heap.

## A plan

It assumes that ${percent(PLAN.daily)} of the accounts sign in each day, ${percent(PLAN.busiestHour)} of them in the busiest hour, with one link each, on
${PLAN.devices} browsers within ${DEVICE_LIFETIME_SECONDS / DAY} days; that nodes use ${percent(PLAN.used)} of their processors; and that one node may be missing during an update. All
figures are for the busiest hour.

${turned(PLAN.accounts.map(planFor))}

So for ${PLAN.accounts.at(-1)?.toLocaleString('en')} accounts:

- Few nodes suffice; the database needs memory for the indexes of the largest tables and of Keycloak's own
  (\`USER_ENTITY\`, \`OFFLINE_USER_SESSION\`).
- With a million rows the slowest hundredth of sign-ins took ${result('million-p99')} times as long
  ([million-p99](performance.md#million-p99)). For ten million, run \`npm run bench -- --parts million --rows 10000000\`
  before you rely on it.
- Links are removed ${short(LINK_RETENTION_SECONDS / DAY)} day after their end, counts at the end of their window, devices after ${DEVICE_LIFETIME_SECONDS / DAY} days.
  [LinkgateTablesGrowing](runbook.md#linkgatetablesgrowing) watches the tables.
- A fresh node takes several times the processor time for its first thousand sign-ins
  ([first-thousand](performance.md#performance)): restart nodes outside of the busiest hour.
- The mail server must accept the busiest hour's emails, and that many at a time. Most providers limit both.

## Java options

The figures were measured with Keycloak's own options (\`kc.sh\`: G1) and a heap of \`${heapOptions()}\`; that of
[million-p99](performance.md#million-p99) in the ratio that \`kc.sh\` sets in a container, where the heap begins with ${percent(CONTAINER_HEAP.initial)}
of the memory and grows to ${percent(CONTAINER_HEAP.max)}. Keep that ratio, outside of a container by \`JAVA_OPTS_KC_HEAP\`: a heap that starts
small stays small and is collected more often. Keep G1. Where Keycloak runs on Java 25, give it an AOT cache.

What each of these changes, as a ratio to Keycloak's own options: the time of a start, the processor time of the first
1,000 sign-ins after it and of 500 later ones, memory. Medians of ${OPTIONS.rounds} rounds, measured on ${OPTIONS.measuredOn} at ${OPTIONS.commit} on
${OPTIONS.machine}.

${markdownTable(['', 'start', 'first sign-ins', 'later sign-ins', 'resident memory'], OPTIONS.rows)}

On your machine:

\`\`\`sh
npm run bench -- --against-options=-Xms512m --warm-up 1000 --sign-ins 500 --rounds ${OPTIONS.rounds}
npm run bench -- --against-options='-XX:-UseG1GC -XX:+UseParallelGC' --warm-up 1000 --sign-ins 500 --rounds ${OPTIONS.rounds}
npm run bench -- --against-aot --java JAVA_25_HOME --warm-up 1000 --sign-ins 500 --rounds ${OPTIONS.rounds}
\`\`\`

### An AOT cache

Java 25 can start from the loaded classes and the methods' profiles of an earlier run (JEP 483, 514, 515). Make the
cache for each \`kc.sh build\`, with the same Java; the server that records it needs to serve some hundred sign-ins:

\`\`\`sh
SPACE='-XX:MaxMetaspaceSize=1g -XX:CompressedClassSpaceSize=512m'
# Sign in, then stop it: that takes a few seconds longer than usual.
JAVA_OPTS_APPEND="$SPACE -XX:AOTMode=record -XX:AOTConfiguration=server.aot.config" bin/kc.sh start --optimized
# Ends by itself.
JAVA_OPTS_APPEND="$SPACE -XX:AOTMode=create -XX:AOTConfiguration=server.aot.config -XX:AOTCache=server.aot" \\
  bin/kc.sh start --optimized
# From now on.
JAVA_OPTS_APPEND='-XX:AOTCache=server.aot' bin/kc.sh start --optimized
\`\`\`

With Keycloak's own limit for classes the recording ends without a file. A cache that Java can't use is ignored, and
the log says so. Keycloak's image has Java 21, which has no such cache.

## A pod

What the pods of \`deploy/kubernetes\` request and may use ([kubernetes.md](kubernetes.md)): ${percent(PLAN.used)} of the plan's ${PLAN.coresOfNode} cores, and
all of them at peaks; ${PLAN.memory} times the resident memory, in steps of ${MEMORY_STEP} MiB. It was measured with a heap of up to
${HEAP_MEGABYTES} MiB; in a container Keycloak sizes its heap by the limit.

| of a pod | \`requests\` | \`limits\` |
| --- | --- | --- |
| \`cpu\` | ${requests.cpu} | ${limits.cpu} |
| \`memory\` | ${requests.memory} | ${limits.memory} |
`;
}
