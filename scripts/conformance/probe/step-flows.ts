/** The flows with the step in a stock realm: what they are bound for, and whether their steps can do their work there. */

import {
  type Execution,
  enabledIn,
  partsOf,
  type StoredExecution,
} from '../../../provider-scripts/src/platform/keycloak/execution.ts';
import { LINKS_ONLY_AUTHENTICATOR } from '../../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import { parseStepSettings, type StepSettings } from '../../../provider-scripts/src/realm/flow/parse.ts';
import { isLinksOnly, isStep as isStepIn } from '../../../provider-scripts/src/realm/flow/step-ids.ts';
import {
  enabledSteps,
  hasStep,
  reachableExecutions,
} from '../../../provider-scripts/src/realm/flow/steps.ts';
import { provesSecondFactor } from '../../../provider-scripts/src/realm/levels/granted.ts';
import { REALM } from '../../../provider-scripts/src/realm/settings/table.ts';
import type { Configuration } from './configuration.ts';
import { clientPolicyFlows, readFlow } from './flows.ts';
import { flowAliases, flowsOf, stepConfig } from './settings.ts';

/** What a flow can be bound for; the step works in those of a browser only. */
const BROWSER_KINDS = ['browser', 'reset credentials', 'first broker login', 'post broker login'] as const;
const OTHER_KINDS = ['registration', 'direct grant', 'client authentication', 'docker'] as const;
type FlowKind = (typeof BROWSER_KINDS)[number] | (typeof OTHER_KINDS)[number];

/** A flow with the step, also where it is disabled. */
interface FlowTree {
  readonly alias: string;
  readonly tree: readonly Execution[];
}

/** Such a flow, and what it is bound for. */
export interface StepFlow extends FlowTree {
  readonly kinds: readonly FlowKind[];
}

/** Whether the realm is a stock realm, not even one that was switched off. */
export async function isOrdinaryRealm(configuration: Configuration): Promise<boolean> {
  return ((await configuration.attributes())[REALM.enabled.name] ?? '') === '';
}

/** Whether a flow has the step, or can't be read. */
export async function mayHaveStep(configuration: Configuration): Promise<boolean> {
  return (await stepTrees(configuration)).length > 0 || (await unreadableFlows(configuration)).length > 0;
}

/** The flows with the step, among those that can be read. */
export async function stepTrees(configuration: Configuration): Promise<FlowTree[]> {
  const found: FlowTree[] = [];
  for (const alias of await flowAliases(configuration)) {
    const tree = await readFlow(configuration, alias);
    if (tree !== undefined && allIn(tree).some(isStep)) found.push({ alias, tree });
  }
  return found;
}

/** The flows that can't be read. */
export async function unreadableFlows(configuration: Configuration): Promise<string[]> {
  const unreadable: string[] = [];
  for (const alias of await flowAliases(configuration))
    if ((await readFlow(configuration, alias)) === undefined) unreadable.push(alias);
  return unreadable;
}

/** These flows, with what they are bound for. */
export async function stepFlows(configuration: Configuration): Promise<StepFlow[]> {
  const kinds = await flowKinds(configuration);
  return (await stepTrees(configuration)).map((flow) => ({
    ...flow,
    kinds: [...(kinds.get(flow.alias) ?? [])],
  }));
}

/** What each flow is bound for, by its alias. */
async function flowKinds(configuration: Configuration): Promise<Map<string, Set<FlowKind>>> {
  const { client, realm: name } = configuration.admin;
  const kinds = new Map<string, Set<FlowKind>>();
  const bind = (alias: string | undefined, kind: FlowKind) => {
    if (alias) kinds.set(alias, (kinds.get(alias) ?? new Set()).add(kind));
  };
  const realm = await configuration.realm();
  bind(realm.browserFlow, 'browser');
  bind(realm.registrationFlow, 'registration');
  bind(realm.directGrantFlow, 'direct grant');
  bind(realm.resetCredentialsFlow, 'reset credentials');
  bind(realm.clientAuthenticationFlow, 'client authentication');
  bind(realm.dockerAuthenticationFlow, 'docker');
  const flows = await flowsOf(configuration);
  const aliasOf = (id: unknown) => flows.find((flow) => flow.id === id)?.alias;
  for (const { enabled, authenticationFlowBindingOverrides: own } of await configuration.allClients()) {
    if (enabled) bind(aliasOf(own?.browser), 'browser');
    if (enabled) bind(aliasOf(own?.direct_grant), 'direct grant');
  }
  for (const alias of await clientPolicyFlows(configuration)) bind(alias, 'browser');
  const providers = await configuration.once('providers', () =>
    client.identityProviders.find({ realm: name }),
  );
  for (const { enabled, firstBrokerLoginFlowAlias, postBrokerLoginFlowAlias } of providers) {
    if (enabled) bind(firstBrokerLoginFlowAlias, 'first broker login');
    if (enabled) bind(postBrokerLoginFlowAlias, 'post broker login');
  }
  return kinds;
}

/** An enabled step, and the settings that it works with; `problems` has a line for each stored value that isn't valid. */
interface ReadStep {
  readonly alias: string;
  readonly settings: StepSettings;
  readonly problems: readonly string[];
}

/** The enabled steps of all flows. */
export async function readSteps(configuration: Configuration): Promise<ReadStep[]> {
  const { registrationAllowed = false } = await configuration.realm();
  const read: ReadStep[] = [];
  for (const { alias, tree } of await stepTrees(configuration))
    for (const { configId } of enabledSteps(tree, 'stock')) {
      const config = await stepConfig(configuration, configId);
      const problems: string[] = [];
      const settings = parseStepSettings(
        (name) => config[name] ?? null,
        (line) => problems.push(`flow ${alias}: ${line}`),
        registrationAllowed,
      );
      read.push({ alias, settings, problems });
    }
  return read;
}

/** Keycloak's form that asks for a name and a password. */
export const USERNAME_PASSWORD_FORM = 'auth-username-password-form';

/** Keycloak's forms that ask for a password. */
export const PASSWORD_FORMS: readonly string[] = [USERNAME_PASSWORD_FORM, 'auth-password-form'];

/** Why the steps of a flow can't do their work in their places. */
export function problemsOfPlaces({ alias, tree, kinds }: StepFlow): string[] {
  const wrongKinds = kinds.filter((kind) => !(BROWSER_KINDS as readonly string[]).includes(kind));
  const problems = [
    ...wrongKinds.map((kind) => `bound for ${kind}, where no page is shown`),
    ...problemsIn(tree),
  ];
  const reachable: readonly StoredExecution[] = reachableExecutions(tree, 'stock');
  const isUnreachable = enabledSteps(tree, 'stock').some((step) => !reachable.includes(step));
  if (problems.length === 0 && kinds.includes('browser') && isUnreachable)
    problems.push('a sign-in can’t reach the step');
  return problems.map((problem) => `flow ${alias}: ${problem}`);
}

function problemsIn(flow: readonly Execution[]): string[] {
  const problems = flow
    .filter(({ requirement, parts }) => requirement === 'DISABLED' && hasStep(parts ?? [], 'stock'))
    .map(() => 'the step is in a disabled sub-flow, so it never runs');
  const { required, alternatives } = partsOf(flow);
  if (required.some(isLinksOnly))
    problems.push(
      `${LINKS_ONLY_AUTHENTICATOR} is required, so nobody can sign in but by a link that a backend requested: make it an alternative`,
    );
  if (required.length > 0 && alternatives.length > 0) {
    if (required.some(leadsToStep))
      problems.push(
        `the step is required, so Keycloak ignores the alternatives beside it: ${names(alternatives)}`,
      );
    if (alternatives.some(leadsToStep))
      problems.push(
        `the step is an alternative beside what is required, so it never runs: ${names(required)}`,
      );
  }
  for (const { parts } of [...required, ...alternatives]) problems.push(...problemsIn(parts ?? []));
  return problems;
}

/** Whether a link is the only second factor after a password: a mailbox that can also reset the password is then enough. */
export function isOnlySecondFactor(flow: readonly Execution[]): boolean {
  const { required, alternatives } = partsOf(flow);
  const parts = required.length > 0 ? required : alternatives;
  if (parts.some(({ parts }) => isOnlySecondFactor(parts ?? []))) return true;
  const password = required.findIndex((part) => leadsTo(part, isPassword));
  if (password === -1) return false;
  const later = required.slice(password + 1);
  const others = later.filter((part) => leadsTo(part, isSecondFactor) && !leadsToStep(part));
  return later.some(leadsToStep) && !others.some(({ requirement }) => requirement === 'REQUIRED');
}

/** Whether the reset of a password asks for more than the mailbox. */
export function resetsBeyondMailbox(flow: readonly Execution[]): boolean {
  return partsOf(flow).required.some(
    (part) => part.requirement === 'REQUIRED' && leadsTo(part, isSecondFactor),
  );
}

/** The second factors of a flow that a sign-in by a link doesn't ask for. */
export function factorsWithoutLink(flow: readonly Execution[]): string[] {
  if (!passesWithout(flow, false)) return [];
  const factors = activeIn(flow).filter(isSecondFactor);
  return [...new Set(factors.map(({ authenticator }) => authenticator ?? ''))];
}

/** Whether a step is a way in after which nothing asks for a second factor; `isAsked` if something after this flow does. */
function passesWithout(flow: readonly Execution[], isAsked: boolean): boolean {
  const { required, alternatives } = partsOf(flow);
  const parts = required.length > 0 ? required : alternatives;
  return parts.some((part, index) => {
    const after = required.slice(index + 1).some((later) => leadsTo(later, isSecondFactor));
    return part.parts === null
      ? isStep(part) && !isAsked && !after
      : passesWithout(part.parts, isAsked || after);
  });
}

/** What stands beside the steps of a flow. */
export function waysBeside(flow: readonly Execution[]): string[] {
  const others = activeIn(flow).filter((execution) => !isStep(execution) && !execution.isCondition);
  return [...new Set(others.map(({ authenticator }) => authenticator ?? ''))];
}

function isStep(execution: Execution): boolean {
  return isStepIn(execution, 'stock');
}

function isPassword({ authenticator }: Execution): boolean {
  return PASSWORD_FORMS.includes(authenticator ?? '');
}

function isSecondFactor({ authenticator }: Execution): boolean {
  return provesSecondFactor(authenticator ?? null);
}

function leadsTo(part: Execution, is: (execution: Execution) => boolean): boolean {
  return part.parts === null ? is(part) : activeIn(part.parts).some(is);
}

function leadsToStep(part: Execution): boolean {
  return leadsTo(part, isStep);
}

/** The authenticators of a flow and its sub-flows, without what is disabled. */
function activeIn(flow: readonly Execution[]): Execution[] {
  return enabledIn(flow).flatMap((part) => (part.parts === null ? [part] : activeIn(part.parts)));
}

function allIn(flow: readonly Execution[]): Execution[] {
  return flow.flatMap((part) => (part.parts === null ? [part] : allIn(part.parts)));
}

function names(parts: readonly Execution[]): string {
  return parts.map(({ authenticator }) => authenticator ?? 'a sub-flow').join(', ');
}
