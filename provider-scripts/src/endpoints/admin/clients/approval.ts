/** An administrator's decision about a client, who says which version of it they saw (contract, section 3.3). */
import type { Response } from 'keycloak';
import { APPROVAL_ATTRIBUTE, APPROVALS, type Approval } from '../../../client/approval.ts';
import { versionOf } from '../../../client/representation.ts';
import { lockClient } from '../../../client/rows.ts';
import { inOwnTransaction } from '../../../database/sql.ts';
import type { FieldProblem } from '../../../errors/problem.ts';
import { fieldProblem, problem } from '../../../errors/problem.ts';
import { requireRealm } from '../../../keycloak/realm.ts';
import { type AdminCall, withObject } from '../../../request/admin-call.ts';
import {
  adminProblemResponse,
  invalidFieldsResponse,
  jsonResponse,
  notFoundResponse,
} from '../../../response/responses.ts';
import { emitAttributes, writeAttributes } from './attributes.ts';
import { managedClient } from './find.ts';
import { shownClient } from './shown.ts';

/** That something is none of the states. */
export const WRONG_APPROVAL: FieldProblem = fieldProblem('state', 'not_one_of', {
  choices: APPROVALS.join(', '),
});

/** The state that something names, or null. */
export function approvalIn(value: unknown): Approval | null {
  return APPROVALS.find((one) => one === value) ?? null;
}

/** Approves a client as it was shown, rejects or deletes it, or restores it. */
export function setApproval(call: AdminCall): Response {
  const client = managedClient(call);
  if (client === null) return notFoundResponse();
  return withObject(call, (object) => {
    const read = readDecision(object);
    if ('details' in read) return invalidFieldsResponse(read.details);
    const { approval, version } = read.decision;
    const attributes = { [APPROVAL_ATTRIBUTE]: approval };
    // Nothing of the client was read in that transaction before it holds the lock.
    const decided = inOwnTransaction(call.session, (own) => {
      const stored = lockClient(own, client.getClientId());
      if (stored === null || stored.getId() !== client.getId()) return 'gone';
      if (version !== null && version !== versionOf(own, stored)) return 'changed';
      const written = requireRealm(own).getClientById(stored.getId());
      if (written === null) return 'gone';
      writeAttributes(written, attributes);
      return shownClient(own, stored);
    });
    if (decided === 'gone') return notFoundResponse();
    if (decided === 'changed') return adminProblemResponse(CHANGED);
    emitAttributes(call, client, attributes);
    return jsonResponse(200, decided).build();
  });
}

const CHANGED = problem('client_changed');

/** What to decide, and for which version of the client: null for whichever it is. */
interface Decision {
  approval: Approval;
  version: string | null;
}

/** Who approves says what they saw; anything else takes nothing on trust. */
function readDecision({
  state,
  version = null,
}: Record<string, unknown>): { decision: Decision } | { details: FieldProblem[] } {
  const approval = approvalIn(state);
  const details: FieldProblem[] = approval === null ? [WRONG_APPROVAL] : [];
  if (version === null && approval === 'approved') details.push(NO_VERSION);
  if (version !== null && typeof version !== 'string') details.push(fieldProblem('version', 'not_a_string'));
  if (approval === null || details.length > 0) return { details };
  return { decision: { approval, version: version as string | null } };
}

const NO_VERSION: FieldProblem = fieldProblem('version', 'client_version_required');
