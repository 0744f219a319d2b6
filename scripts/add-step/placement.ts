/** Where the step goes in a flow. */

import {
  EMAIL_AUTHENTICATOR,
  LINKS_ONLY_AUTHENTICATOR,
  STEP_AUTHENTICATOR,
} from '../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import { PASSWORD_FORMS, USERNAME_PASSWORD_FORM } from '../conformance/probe/step-flows.ts';
import { Failure } from '../failure.ts';
import { enabledAuthenticators, type Part, type Path, type Requirement, replaceAt, stepIn } from './tree.ts';

/** What the link is for users: one of two ways, the first of them, the only way, asked for after the password, or a way that only a backend opens. */
export const ROLES = ['alternative', 'first', 'required', 'second-factor', 'links-only'] as const;

export type Role = (typeof ROLES)[number];

/** What was asked for: a role in the flow, or the place of another authenticator. */
export type Request = { readonly as: Role | undefined } | { readonly replace: string };

/** How one execution of the flow changes. */
export type Placement = Beside | Wrap;

/** The step stands before or after the execution, or takes its place. */
interface Beside {
  readonly kind: 'before' | 'after' | 'replace';
  readonly path: Path;
  readonly step: Requirement;
  /** The step's authenticator, if it isn't the one with a page. */
  readonly authenticator?: string;
}

/** A sub-flow takes the execution's place, with the execution and then the step in it, or the step and then the execution. */
interface Wrap {
  readonly kind: 'wrap';
  readonly isStepFirst?: boolean;
  readonly path: Path;
  readonly target: Requirement;
  readonly step: Requirement;
  readonly authenticator?: string;
}

/** Keycloak's authenticators that prove the mailbox by a link of their own: the step stands in their place. */
const EMAIL_STEPS: readonly string[] = ['reset-credential-email', 'idp-email-verification'];

/** Keycloak's authenticators of flows that continue something else than a client's request to sign in. */
const NOT_FOR_CLIENTS = /^(reset-|idp-)/;

/** Whether the flow resets credentials, as that of *Forgot password* does. */
export function resetsCredentials(parts: readonly Part[]): boolean {
  return enabledAuthenticators(parts).some(({ part }) => part.name.startsWith('reset-'));
}

/** Whether a client can have the flow as its browser flow. */
export function isForClients(parts: readonly Part[]): boolean {
  return !enabledAuthenticators(parts).some(({ part }) => NOT_FOR_CLIENTS.test(part.name));
}

/**
 * Finds the placements. A second factor after the password is asked for as before, whether the user came by password or by link: an
 * alternative stands in one sub-flow with the password form.
 * @throws Failure if the flow has the step already, or no place or several for it
 */
export function findPlacements(flow: string, parts: readonly Part[], request: Request): Placement[] {
  // The older one may be replaced.
  const replaced = 'replace' in request && request.replace === EMAIL_AUTHENTICATOR ? [request.replace] : [];
  const step = stepIn(parts, replaced);
  if (step !== undefined) throw new Failure(`flow ${flow}: has the step ${step} already`);
  const enabled = enabledAuthenticators(parts);
  const find = (names: readonly string[]) => enabled.filter(({ part }) => names.includes(part.name));
  if ('replace' in request) {
    const found = find([request.replace]);
    if (found.length === 0)
      throw new Failure(`flow ${flow}: has no enabled execution of ${request.replace} (${namesOf(enabled)})`);
    return found.map(replacement);
  }
  const emails = find(EMAIL_STEPS);
  if (emails.length > 0) {
    if (request.as !== undefined && request.as !== 'required')
      throw new Failure(
        `flow ${flow}: --as ${request.as}: there the link stands in place of ${namesOf(emails)}; omit --as`,
      );
    return emails.map(replacement);
  }
  const [form, another] = find(PASSWORD_FORMS);
  if (form === undefined)
    throw new Failure(
      `flow ${flow}: has no enabled password form (${namesOf(enabled)}); name what the link replaces with --replace`,
    );
  if (another !== undefined)
    throw new Failure(
      `flow ${flow}: has several password forms; add the step in the admin console (docs/features/step.md)`,
    );
  if (request.as === 'first' && form.part.name !== USERNAME_PASSWORD_FORM)
    throw new Failure(
      `flow ${flow}: --as first: another page asks for the name before ${form.part.name}, and stays the first one; use --as alternative`,
    );
  return [besidePassword(form, request.as ?? 'alternative')];
}

function besidePassword({ part, path }: { part: Part; path: Path }, as: Role): Placement {
  const isAlternative = part.requirement === 'ALTERNATIVE';
  if (as === 'first')
    return isAlternative
      ? { kind: 'before', path, step: 'ALTERNATIVE' }
      : { kind: 'wrap', path, target: 'ALTERNATIVE', step: 'ALTERNATIVE', isStepFirst: true };
  if (as === 'required') return replacement({ part, path });
  if (as === 'alternative' || as === 'links-only') {
    const authenticator = as === 'links-only' ? { authenticator: LINKS_ONLY_AUTHENTICATOR } : {};
    return isAlternative
      ? { kind: 'after', path, step: 'ALTERNATIVE', ...authenticator }
      : { kind: 'wrap', path, target: 'ALTERNATIVE', step: 'ALTERNATIVE', ...authenticator };
  }
  return isAlternative
    ? { kind: 'wrap', path, target: 'REQUIRED', step: 'REQUIRED' }
    : { kind: 'after', path, step: 'REQUIRED' };
}

function replacement({ part, path }: { part: Part; path: Path }): Placement {
  return { kind: 'replace', path, step: part.requirement };
}

function namesOf(found: readonly { part: Part }[]): string {
  return [...new Set(found.map(({ part }) => part.name))].join(', ');
}

/** The flow as the placements make it; `subFlow` is the alias of a new sub-flow. */
export function withPlacements(
  parts: readonly Part[],
  placements: readonly Placement[],
  subFlow: string,
): Part[] {
  return placements.reduce<Part[]>(
    (before, placement) => replaceAt(before, placement.path, (part) => placed(part, placement, subFlow)),
    [...parts],
  );
}

/** The authenticator of the step that a placement adds. */
export function authenticatorOf({ authenticator = STEP_AUTHENTICATOR }: Placement): string {
  return authenticator;
}

function placed(part: Part, placement: Placement, subFlow: string): readonly Part[] {
  const step: Part = { name: authenticatorOf(placement), requirement: placement.step };
  if (placement.kind !== 'wrap') return besideOrInPlace(placement, step, part);
  const { name, configId } = part;
  const target: Part = { name, requirement: placement.target, ...(configId !== undefined && { configId }) };
  const parts = inOrder(placement, step, target);
  return [{ name: subFlow, requirement: part.requirement, parts }];
}

/** The step and the execution that it stands beside, in their order; the step alone if it takes the execution's place. */
export function besideOrInPlace<Item>({ kind }: Beside, step: Item, execution: Item): Item[] {
  if (kind === 'replace') return [step];
  return kind === 'before' ? [step, execution] : [execution, step];
}

/** The step and the execution in their sub-flow. */
export function inOrder<Item>({ isStepFirst = false }: Wrap, step: Item, execution: Item): Item[] {
  return isStepFirst ? [step, execution] : [execution, step];
}
