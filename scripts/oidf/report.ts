/** The results of the plans: for users, and as a part of `docs/proof.md`. */
import { withBlock } from '../cli/blocks.ts';
import { markdownTable } from '../cli/markdown.ts';
import { table } from '../cli/table.ts';
import { REASONS } from './reasons.ts';
import type { Finding, ModuleResult, Outcome } from './run-module.ts';

/** A plan that was run to completion. */
export interface PlanResult {
  name: string;
  planName: string;
  modules: readonly ModuleResult[];
}

/** A run's results, and its versions. */
export interface Report {
  /** The suite's version. */
  suite: string;
  /** The state of the sources. */
  commit: string;
  /** ISO 8601, the day. */
  ranOn: string;
  plans: readonly PlanResult[];
}

const FAILED: readonly Outcome[] = ['FAILED', 'INTERRUPTED', 'UNFINISHED'];

/** The columns, and the outcomes that each counts. */
const COLUMNS: readonly (readonly [heading: string, outcomes: readonly Outcome[]])[] = [
  ['passed', ['PASSED']],
  ['warning', ['WARNING']],
  ['review', ['REVIEW']],
  ['skipped', ['SKIPPED']],
  ['failed', FAILED],
];

/** A condition that needs a reason, with everything that showed it. */
interface Row {
  kind: Finding['kind'];
  condition: string;
  message: string;
  /** The text of the page to review. */
  shown: readonly string[];
  /** The modules by name, each with the plans it showed in. */
  modules: ReadonlyMap<string, readonly string[]>;
}

/** A finding under construction. */
interface OpenRow extends Row {
  shown: string[];
  modules: Map<string, readonly string[]>;
}

/** The modules that failed or didn't finish, a line for each. */
export function failures({ plans }: Report): string[] {
  return plans.flatMap(({ name, modules }) =>
    modules
      .filter(({ outcome }) => FAILED.includes(outcome))
      .map(({ module, outcome, findings, stuck }) => {
        const cause = findings.find(({ kind }) => kind === 'FAILURE' || kind === 'INTERRUPTED');
        const why = cause === undefined ? stuck : `${cause.condition}: ${cause.message}`;
        return `${name} > ${module}: ${outcome}, ${why ?? 'the suite gives no reason'}`;
      }),
  );
}

/** The suite's notices in modules that didn't simply pass, by condition. */
function rows({ plans }: Report): Row[] {
  const found = new Map<string, OpenRow>();
  for (const { name, modules } of plans) {
    for (const { module, outcome, findings, shown } of modules) {
      if (outcome === 'PASSED' || FAILED.includes(outcome)) continue;
      for (const { kind, condition, message } of findings) {
        const row: OpenRow = found.get(condition) ?? {
          kind,
          condition,
          message,
          shown: [],
          modules: new Map(),
        };
        found.set(condition, row);
        const page =
          kind === 'REVIEW' && shown ? [shown.heading, shown.details].filter(Boolean).join('; ') : '';
        if (page !== '' && !row.shown.includes(page)) row.shown.push(page);
        const names = row.modules.get(module) ?? [];
        if (!names.includes(name)) row.modules.set(module, [...names, name]);
      }
    }
  }
  return [...found.values()];
}

/** The conditions without a reason. */
export function unexplained(report: Report): string[] {
  return rows(report)
    .map(({ condition }) => condition)
    .filter((condition) => !Object.hasOwn(REASONS, condition));
}

/** For users at the terminal; ends with the counts of all plans, as the other tests do. */
export function reportText(report: Report): string {
  const failed = failures(report);
  const ran = report.plans.reduce((sum, { modules }) => sum + modules.length, 0);
  return [
    table(['plan', ...COLUMNS.map(([heading]) => heading)], report.plans.map(countsOf)),
    ...unexplained(report).map((condition) => `without a reason in scripts/oidf/reasons.ts: ${condition}`),
    ...failed.map((line) => `failed: ${line}`),
    `${ran - failed.length} passed, ${failed.length} failed`,
  ].join('\n');
}

function countsOf({ name, modules }: PlanResult): string[] {
  const counts = COLUMNS.map(
    ([, outcomes]) => modules.filter(({ outcome }) => outcomes.includes(outcome)).length,
  );
  return [name, ...counts.map(String)];
}

/** The page with the results in their block. */
export function withReport(page: string, report: Report): string {
  return withBlock(page, '`node scripts/run.mjs oidf.ts --write`', markdownReport(report));
}

/** The block: a table of the plans, and one of each kind of finding. */
export function markdownReport(report: Report): string {
  const { suite, commit, ranOn, plans } = report;
  const all = rows(report);
  const headings = COLUMNS.map(([heading]) => heading);
  return `Version ${suite} of the suite, on ${ranOn} at ${commit}.

${markdownTable(
  ['plan', 'in the suite', ...headings],
  plans.map((plan) => [plan.name, `\`${plan.planName}\``, ...countsOf(plan).slice(1)]),
)}

### Warnings

The suite finds these unusual, not wrong.

${findingTable(all.filter(({ kind }) => kind === 'WARNING'))}

### Reviews

The suite gets a picture of a page for somebody to look at; these modules can't pass by themselves.

${findingTable(
  all.filter(({ kind }) => kind === 'REVIEW'),
  true,
)}

### Skipped

${findingTable(all.filter(({ kind }) => kind === 'SKIPPED'))}`;
}

function findingTable(found: readonly Row[], withPage = false): string {
  const headings = ['the suite reports', 'modules', ...(withPage ? ['the page shows'] : []), 'reason'];
  return markdownTable(
    headings,
    found.map((row) => {
      const page = withPage ? [row.shown.join('<br>')] : [];
      return [brief(row.message), modulesText(row), ...page, REASONS[row.condition] ?? '**unknown**'];
    }),
  );
}

/** The modules, each list of plans once: after the last module that had it in the same plans. */
function modulesText({ modules }: Row): string {
  const byPlans = Map.groupBy([...modules], ([, plans]) => plans.join(', '));
  return [...byPlans]
    .map(([plans, group]) => `${group.map(([module]) => `\`${module}\``).join(', ')} (${plans})`)
    .join('<br>');
}

/** The first sentence, without the suite's instructions to its own users. */
function brief(message: string): string {
  const sentence =
    message
      .replace(/^The test was skipped: /, '')
      .split(/\. |; (?:a screenshot|so the test)| - upload|, so /, 1)[0] ?? '';
  return sentence.replace(/\.$/, '');
}
