/** Changes of the rules for sign-up, and what they would have done. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { FINDINGS, type FindingId } from '../../provider-scripts/src/platform/errors/catalogue/findings.ts';
import { fill } from '../../provider-scripts/src/platform/errors/text.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import {
  type EntryList,
  getSignUpRules,
  type SignUpRules,
  setDisposableDomains,
  setSignUpRules,
} from '../admin/sign-up-rules.ts';
import { counted } from '../cli/count.ts';
import { Failure } from '../failure.ts';
import { fieldChange } from '../seed/change.ts';
import type { Outcome, Plan } from '../seed/plan.ts';

/** The largest file that is read, in bytes: more than the server takes. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** The lines of a file, without empty lines and those that begin with `#`. */
export async function readLines(file: string): Promise<string[]> {
  const bytes = await readFile(file);
  if (bytes.length > MAX_FILE_BYTES)
    throw new Failure(`${path.basename(file)}: larger than ${MAX_FILE_BYTES} bytes`);
  const lines = bytes
    .toString('utf8')
    .split(/\r?\n/)
    .map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

export async function showRules(admin: RealmAdmin): Promise<Outcome> {
  return shown(await getSignUpRules(admin));
}

/** Changes a list by what `change` makes of its entries. */
export function planChange(
  admin: RealmAdmin,
  list: EntryList,
  change: (entries: readonly string[]) => Promise<readonly string[]> | readonly string[],
): Plan {
  const put = async (isDryRun: boolean) => {
    const before = await getSignUpRules(admin);
    const input = { [list]: await change(before[list]), version: before.version };
    return { before, after: await setSignUpRules(admin, input, isDryRun) };
  };
  return {
    preview: async () => {
      const { before, after } = await put(true);
      const [former, now] = [new Set(before[list]), new Set(after[list])];
      const changes = [
        ...after[list].filter((entry) => !former.has(entry)).map((entry) => ['-', entry] as const),
        ...before[list].filter((entry) => !now.has(entry)).map((entry) => [entry, '-'] as const),
      ].flatMap(([from, to]) => fieldChange(admin.realm, 'rules for sign-up', list, from, to));
      return { changes, notes: notesOf(after) };
    },
    apply: async () => shown((await put(false)).after),
  };
}

/** Replaces the list of disposable domains by a file's, or by the built-in one. */
export function planDisposable(admin: RealmAdmin, domains: readonly string[] | null): Plan {
  return {
    preview: async () => {
      const { disposable } = await getSignUpRules(admin);
      const after = domains === null ? 'the built-in list' : `${domains.length} domains of a file`;
      const before = `${disposable.domains} domains (${disposable.list})`;
      return {
        changes: fieldChange(admin.realm, 'rules for sign-up', 'disposable domains', before, after),
      };
    },
    apply: async () => shown(await setDisposableDomains(admin, domains)),
  };
}

function notesOf({ on, effect }: SignUpRules): string[] {
  const off = on ? [] : ['the rules are off: linkgate.sign-up-rules'];
  if (effect === undefined) return off;
  const { days, accounts, complete, rejected, noted, challenged } = effect;
  const of = `${complete ? '' : 'the newest '}${counted(accounts, 'account')}`;
  return [
    `of ${of} created in the last ${counted(days, 'day')}, the rules would have rejected ${rejected}, noted ${noted} and challenged ${challenged}`,
    ...off,
  ];
}

function shown(rules: SignUpRules): Outcome {
  const { on, unlisted, include, denied, allowed, disposable } = rules;
  const lines = (entries: readonly string[]) => entries.map((entry) => `  ${entry}`);
  const text = [
    `rules: ${on ? 'on' : 'off'}; addresses that no list names: ${unlisted}; include: ${include.join(' ') || 'new accounts of users alone'}`,
    `denied: ${denied.length}`,
    ...lines(denied),
    `allowed: ${allowed.length}`,
    ...lines(allowed),
    `disposable domains: ${disposable.action}; ${disposable.domains} (${disposable.list} list)`,
    ...(disposable.source === null ? [] : [sourceText(disposable.source)]),
  ];
  return { result: rules, text: text.join('\n') };
}

/** Where the list of disposable domains is fetched from, and how that went. */
function sourceText({
  address,
  fetched_at,
  failed_at,
  failure,
}: NonNullable<SignUpRules['disposable']['source']>) {
  const at = (seconds: number) => new Date(seconds * 1000).toISOString();
  const fetched = fetched_at === null ? 'not fetched yet' : `fetched at ${at(fetched_at)}`;
  const failed =
    failed_at === null || failure === null
      ? ''
      : `; fails since ${at(failed_at)}: ${fill(FINDINGS[failure.id as FindingId] ?? failure.id, failure.values)}`;
  return `  ${address}: ${fetched}${failed}`;
}
