/** Runs one module of a plan to completion, with its own browser. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { openContext } from '../../test/support/chromium.ts';
import type { LogEntry, PlannedModule, Suite } from './suite.ts';
import { type Mailbox, type Visit, visit } from './user.ts';

/** The longest wait of a module itself is half a minute. */
const MODULE_MILLIS = 180_000;
/** A module that requires nothing from the user for this long waits for something that doesn't happen. */
const IDLE_MILLIS = 45_000;
const POLL_MILLIS = 200;

/** The suite's result for a module; `UNFINISHED` if it never finished. */
export type Outcome = 'PASSED' | 'WARNING' | 'REVIEW' | 'SKIPPED' | 'FAILED' | 'INTERRUPTED' | 'UNFINISHED';

/** The log entries that need a reason. */
const KINDS = ['WARNING', 'REVIEW', 'SKIPPED', 'FAILURE', 'INTERRUPTED'] as const;

/** Something that the suite noticed. */
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

/** What all modules of a plan share. */
export interface PlanRun {
  suite: Suite;
  /** The plan's identifier in the suite. */
  id: string;
  browser: Browser;
  mailbox: Mailbox;
}

export async function runModule(run: PlanRun, planned: PlannedModule): Promise<ModuleResult> {
  const { suite, browser } = run;
  const id = await suite.begin(run.id, planned);
  // The certificates are the suite's and the test server's own.
  const context = await openContext(browser, { ignoreHTTPSErrors: true, locale: 'en' });
  const course: Course = {};
  await actAsUser(run, id, context, course).catch((error: unknown) => {
    course.stuck = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  });
  await context.close();
  const { status, result } = await suite.state(id);
  const ended = ENDED.has(status);
  if (!ended) await suite.end(id);
  const { shown, stuck } = course;
  return {
    module: planned.testModule,
    outcome: !ended ? 'UNFINISHED' : status === 'INTERRUPTED' ? status : (result as Outcome),
    findings: (await suite.log(id)).flatMap(findingIn),
    ...(shown && { shown }),
    ...(stuck !== undefined && { stuck }),
  };
}

const ENDED: ReadonlySet<string> = new Set(['FINISHED', 'INTERRUPTED']);

/** Runs the user's part, and records its result. */
interface Course extends Pick<ModuleResult, 'shown' | 'stuck'> {
  last?: Visit;
}

async function actAsUser(
  { suite, mailbox }: PlanRun,
  id: string,
  context: BrowserContext,
  course: Course,
): Promise<void> {
  const opened = new Set<string>();
  const end = Date.now() + MODULE_MILLIS;
  let idleSince = Date.now();
  for (; Date.now() < end; await wait(POLL_MILLIS)) {
    const { status } = await suite.state(id);
    if (ENDED.has(status)) return;
    if (status !== 'WAITING') continue;
    const [next] = (await suite.toOpen(id)).filter(({ url }) => !opened.has(url));
    if (next !== undefined) {
      opened.add(next.url);
      await suite.opened(id, next.url);
      course.last = await visit(context, suite.url, next, mailbox);
    } else if (!(await uploadScreenshots(suite, id, course))) {
      if (Date.now() - idleSince > IDLE_MILLIS) break;
      continue;
    }
    idleSince = Date.now();
  }
  const at = course.last?.atSuite ? 'the suite' : course.last?.seen.at(-1)?.heading;
  course.stuck = `the module waits, and the browser is at: ${at ?? 'nothing'}`;
}

/** Uploads the screenshots that the log requires; returns whether it required any. */
async function uploadScreenshots(suite: Suite, id: string, course: Course): Promise<boolean> {
  // On the way back to the suite the suite waits for the email: the user is prompted again.
  const page = course.last?.seen.at(-1);
  if (page === undefined) return false;
  const wanted = (await suite.log(id)).filter(({ upload, img }) => upload !== undefined && img === undefined);
  for (const { upload = '' } of wanted) await suite.addPicture(id, upload, page.png);
  if (wanted.length > 0) course.shown = { heading: page.heading, details: page.details };
  return wanted.length > 0;
}

function findingIn({ result, src, msg }: LogEntry): Finding[] {
  const kind = KINDS.find((known) => known === result);
  return kind === undefined ? [] : [{ kind, condition: src, message: msg }];
}
