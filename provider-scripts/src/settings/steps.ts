/** Which sign-in steps a flow can reach: walks its tree as Keycloak's `DefaultAuthenticationFlow` does. */

/** An execution of a flow, with its own executions if it is a sub-flow. */
export interface Execution {
  id: string;
  requirement: 'REQUIRED' | 'ALTERNATIVE' | 'CONDITIONAL' | 'DISABLED';
  /** The authenticator's id; null for a sub-flow. */
  authenticator: string | null;
  /** The id of its configuration; null for one without. */
  configId: string | null;
  /** Whether it is a condition of the sub-flow that it is in. */
  isCondition: boolean;
  /** Whether it fails where nothing before it has identified the user. */
  needsUser: boolean;
  /** What is in the sub-flow; null for an authenticator. */
  inner: readonly Execution[] | null;
}

/** Keycloak's authenticators that deny everybody, and let everybody pass. */
const DENY = 'deny-access-authenticator';
const ALLOW = 'allow-access-authenticator';

/**
 * The executions of authenticators that a sign-in may come to and then complete, in their order. Not reached are: disabled ones and all that is
 * below them, alternatives beside something required or conditional, conditional sub-flows without an enabled condition, what is beside a
 * required step that nobody passes (it denies access, is an empty sub-flow, or needs a user whom nothing before it can have identified), and
 * alternatives behind one that denies access or lets everybody pass.
 */
export function reachable(flow: readonly Execution[]): Execution[] {
  return walk(flow, false).reached;
}

/** What comes of running a flow. */
interface Walked {
  reached: Execution[];
  /**
   * `fails`: nobody passes it, and an alternative after it is tried; `denies`: everybody is denied access, whatever comes after it;
   * `always`: everybody passes it.
   */
  end: 'passes' | 'always' | 'fails' | 'denies';
  /** Whether it is known by then who the user is, as far as can be told. */
  identified: boolean;
}

const DENIES: Walked = { reached: [], end: 'denies', identified: false };
const FAILS: Walked = { reached: [], end: 'fails', identified: false };

function walk(flow: readonly Execution[], identified: boolean): Walked {
  const enabled = flow.filter(({ requirement }) => requirement !== 'DISABLED');
  const parts = enabled.filter(({ isCondition }) => !isCondition);
  const inOrder = parts.filter(({ requirement }) => requirement !== 'ALTERNATIVE');
  return inOrder.length > 0 ? walkAll(inOrder, identified) : walkAlternatives(parts, identified);
}

/** Of steps in their order each has to be passed. */
function walkAll(parts: readonly Execution[], before: boolean): Walked {
  const reached: Execution[] = [];
  let identified = before;
  let end: Walked['end'] = 'fails';
  for (const execution of parts) {
    const isOptional = execution.requirement === 'CONDITIONAL';
    if (isOptional && execution.inner !== null && !hasCondition(execution.inner)) continue;
    const walked = walkOne(execution, identified);
    if (!isOptional && isBarred(walked)) return walked;
    if (isOptional || walked.end !== 'always') end = 'passes';
    else if (end === 'fails') end = 'always';
    reached.push(...walked.reached);
    identified ||= walked.identified;
  }
  return { reached, end, identified };
}

/** Of alternatives one is passed. */
function walkAlternatives(parts: readonly Execution[], before: boolean): Walked {
  const reached: Execution[] = [];
  let identified = before;
  let end: Walked['end'] = 'fails';
  for (const execution of parts) {
    const walked = walkOne(execution, before);
    if (walked.end === 'fails') continue;
    if (walked.end === 'denies') return end === 'passes' ? { reached, end, identified } : DENIES;
    end = walked.end;
    reached.push(...walked.reached);
    identified ||= walked.identified;
    if (end === 'always') break;
  }
  return { reached, end, identified };
}

function isBarred({ end }: Walked): boolean {
  return end === 'fails' || end === 'denies';
}

function walkOne(execution: Execution, identified: boolean): Walked {
  const { inner, authenticator, needsUser } = execution;
  if (inner !== null) return walk(inner, identified);
  if (authenticator === DENY) return DENIES;
  if (authenticator === ALLOW) return { reached: [execution], end: 'always', identified };
  if (needsUser) return identified ? { reached: [execution], end: 'passes', identified } : FAILS;
  return { reached: [execution], end: 'passes', identified: true };
}

function hasCondition(flow: readonly Execution[]): boolean {
  return flow.some(({ isCondition, requirement }) => isCondition && requirement !== 'DISABLED');
}
