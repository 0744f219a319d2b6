/** Runs one module of a plan to completion, with its own browser. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { openContext } from '../../test/support/chromium.ts';
import type { LogEntry, PlannedModule, Suite } from './suite.ts';
import { type Mailbox, type Visit, visit } from './user.ts';

/** A module itself waits for half a minute at most. */
const MODULE_MILLIS = 180_000;
/** A module that has required nothing from the user for this long is stuck. */
const IDLE_MILLIS = 45_000;
const POLL_MILLIS = 200;

/** The suite's result for a module; `UNFINISHED` if it never finished. */
export type Outcome = 'PASSED' | 'WARNING' | 'REVIEW' | 'SKIPPED' | 'FAILED' | 'INTERRUPTED' | 'UNFINISHED';

/** The log entries that need a reason. */
const KINDS = ['WARNING', 'REVIEW', 'SKIPPED', 'FAILURE', 'INTERRUPTED'] as const;

/** A notice of the suite. */
export interface Finding {
  kind: (typeof KINDS)[number];
  /** The name of the suite's condition, or of the module itself. */
  condition: string;
  message: string;
}

/** The result of a module. */
export interface ModuleResult {
  module: string;
  outcome: Outcome;
  findings: readonly Finding[];
  /** The page whose picture the suite got for a review. */
  shown?: { heading: string; details: string };
  /** Why the user's part stopped. */
  stuck?: string;
}

/** The context of a plan's modules. */
export interface PlanRun {
  suite: Suite;
  /** The plan's identifier in the suite. */
  id: string;
  browser: Browser;
  mailbox: Mailbox;
}

export async function runModule(run: PlanRun, planned: PlannedModule): Promise<ModuleResult> {
  const { suite, browser } = run;
  const id = await suite.start(run.id, planned);
  // The certificates are the suite's and the test server's own.
  const context = await openContext(browser, { ignoreHTTPSErrors: true, locale: 'en' });
  const progress: Progress = {};
  await actAsUser(run, id, context, progress).catch((error: unknown) => {
    progress.stuck = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  });
  await context.close();
  const { status, result } = await suite.state(id);
  const ended = FINISHED.has(status);
  if (!ended) await suite.end(id);
  const { shown, stuck } = progress;
  return {
    module: planned.testModule,
    outcome: !ended ? 'UNFINISHED' : status === 'INTERRUPTED' ? status : (result as Outcome),
    findings: (await suite.log(id)).flatMap(findingIn),
    ...(shown && { shown }),
    ...(stuck !== undefined && { stuck }),
  };
}

const FINISHED: ReadonlySet<string> = new Set(['FINISHED', 'INTERRUPTED']);

/** The progress of the user's part. */
interface Progress extends Pick<ModuleResult, 'shown' | 'stuck'> {
  last?: Visit;
}

async function actAsUser(
  { suite, mailbox }: PlanRun,
  id: string,
  context: BrowserContext,
  progress: Progress,
): Promise<void> {
  const opened = new Set<string>();
  const end = Date.now() + MODULE_MILLIS;
  let idleSince = Date.now();
  for (; Date.now() < end; await wait(POLL_MILLIS)) {
    const { status } = await suite.state(id);
    if (FINISHED.has(status)) return;
    if (status !== 'WAITING') continue;
    const [next] = (await suite.pagesToOpen(id)).filter(({ url }) => !opened.has(url));
    if (next !== undefined) {
      opened.add(next.url);
      await suite.opened(id, next.url);
      progress.last = await visit(context, suite.url, next, mailbox);
    } else if (!(await uploadScreenshots(suite, id, progress))) {
      if (Date.now() - idleSince > IDLE_MILLIS) break;
      continue;
    }
    idleSince = Date.now();
  }
  const at = progress.last?.atSuite ? 'the suite' : progress.last?.seen.at(-1)?.heading;
  progress.stuck = `the module waits, and the browser is at: ${at ?? 'nothing'}`;
}

/** Uploads the screenshots that the log requires; returns whether it required any. */
async function uploadScreenshots(suite: Suite, id: string, progress: Progress): Promise<boolean> {
  // On the way back to the suite the suite waits for the email: the user is prompted again.
  const page = progress.last?.seen.at(-1);
  if (page === undefined) return false;
  const required = (await suite.log(id)).filter(
    ({ upload, img }) => upload !== undefined && img === undefined,
  );
  for (const { upload = '' } of required) await suite.addPicture(id, upload, page.png);
  if (required.length > 0) progress.shown = { heading: page.heading, details: page.details };
  return required.length > 0;
}

function findingIn({ result, src, msg }: LogEntry): Finding[] {
  const kind = KINDS.find((known) => known === result);
  return kind === undefined ? [] : [{ kind, condition: src, message: msg }];
}
