/** No rule for sign-up is one that can never act. */
import { actsIn, REALM } from '../../../../provider-scripts/src/realm/settings/table.ts';
import { getSignUpRules, type SignUpRules } from '../../../admin/sign-up-rules.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';

/** The most entries that are named. */
const MAX_NAMED = 5;

export const SIGN_UP_RULES_CHECK: Check = {
  name: 'sign-up-rules',
  proves: 'contract 11',
  needs: ['admin'],
  fix: 'linkgate sign-up-rules, or the page Sign-up rules: remove the entry that never acts, or what is in its way; linkgate settings set linkgate.sign-up-rules true switches them on',
  run: async ({ configuration }) => {
    const kind = await configuration.realmKind();
    if (!actsIn(REALM.signUpRules, kind)) return undefined;
    const rules = await getSignUpRules(configuration.admin);
    expectNone(idleRules(rules));
    return rules.on ? 'on' : undefined;
  },
};

/** What of the rules never acts, and why. */
export function idleRules({ on, denied, allowed, unlisted, disposable, tell }: SignUpRules): string[] {
  const problems: string[] = [];
  const entries = denied.length + allowed.length;
  if (!on && entries > 0)
    problems.push(`${entries} entries decide nothing: ${REALM.signUpRules.name} is off`);
  const isDenied = new Set(denied);
  const covered = allowed.filter((entry) => wider(entry).some((one) => isDenied.has(one)));
  problems.push(...named(covered).map((entry) => `${entry} is allowed, but denied as well`));
  if (unlisted === 'reject' && ['challenge', 'note', 'reject'].includes(disposable.action))
    problems.push(
      `${REALM.signUpDisposable.name} never acts: ${REALM.signUpUnlisted.name} rejects what isn't allowed`,
    );
  if (disposable.source !== null && disposable.action === 'off')
    problems.push(
      `${REALM.signUpDisposableList.name} decides nothing: ${REALM.signUpDisposable.name} is off`,
    );
  const rejects: Readonly<Record<string, boolean>> = {
    denied: denied.length > 0,
    unlisted: unlisted === 'reject',
    disposable: disposable.action === 'reject',
  };
  const idle = tell.filter((rule) => rejects[rule] !== true);
  problems.push(
    ...idle.map((rule) => `${rule} in ${REALM.signUpTell.name} never acts: nothing is rejected for that`),
  );
  return problems;
}

function named(entries: readonly string[]): string[] {
  const more = entries.length - MAX_NAMED;
  return more > 0 ? [...entries.slice(0, MAX_NAMED), `… and ${more} more entries`] : [...entries];
}

/** The entries that cover all of an entry, itself first. */
function wider(entry: string): string[] {
  const at = entry.lastIndexOf('@') + 1;
  const isWildcard = entry.startsWith('*.');
  const domain = isWildcard ? entry.slice(2) : entry.slice(at);
  const labels = domain.split('.');
  const above = labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`);
  return [entry, ...(at > 0 ? [domain] : []), ...above];
}
