/** An administrator's decision about a client, bound to the version that they saw (contract, section 3.3). */

import type { Response } from 'keycloak';
import { findingsOfClient } from '../../../clients/taken-names.ts';
import type { AdminCall } from '../../../http/request/admin-call.ts';
import { adminProblemResponse, invalidFieldsResponse } from '../../../http/response/responses.ts';
import { type FieldProblem, fieldProblem, problem } from '../../../platform/errors/problem.ts';
import { APPROVALS, type Approval } from '../../../realm/settings/choices.ts';
import { CLIENT } from '../../../realm/settings/table.ts';
import { withManagedClient } from './find.ts';
import { shownClient } from './shown.ts';
import { changeVersioned, emitUpdate, isOutdated, writeAttributes } from './versioned.ts';

/** The error for an unknown state. */
export const INVALID_APPROVAL: FieldProblem = fieldProblem('state', 'not_one_of', {
  choices: APPROVALS.join(', '),
});

/** Parses a state; null for an unknown one. */
export function approvalIn(value: unknown): Approval | null {
  return APPROVALS.find((one) => one === value) ?? null;
}

/** Approves a client as it was shown, suspends, rejects or deletes it, or restores it. */
export function setApproval(call: AdminCall): Response {
  return withManagedClient(call, ['state', 'version'], (client, object) => {
    const read = readDecision(object);
    if ('details' in read) return invalidFieldsResponse(read.details);
    const { approval, version } = read.decision;
    if (approval === 'approved' && findingsOfClient(call.session, client).length > 0)
      return adminProblemResponse(problem('client_id_taken', { client: client.getClientId() }));
    const attributes = { [CLIENT.approval.name]: approval };
    return changeVersioned(call, client, {
      hasChanged: isOutdated(version),
      write: (_, written) => {
        writeAttributes(written, attributes);
        return null;
      },
      isUnconditional: approval !== 'approved',
      respond: shownClient,
      emit: () => emitUpdate(call, client, { attributes }),
    });
  });
}

/** The decision, and the version of the client that it is for; null for any version. */
interface Decision {
  approval: Approval;
  version: string | null;
}

/** An approval requires the version that was seen; other decisions grant nothing. */
function readDecision({
  state,
  version = null,
}: Record<string, unknown>): { decision: Decision } | { details: FieldProblem[] } {
  const approval = approvalIn(state);
  const details: FieldProblem[] = approval === null ? [INVALID_APPROVAL] : [];
  if (version === null && approval === 'approved') details.push(VERSION_REQUIRED);
  if (version !== null && typeof version !== 'string') details.push(fieldProblem('version', 'not_a_string'));
  if (approval === null || details.length > 0) return { details };
  return { decision: { approval, version: version as string | null } };
}

const VERSION_REQUIRED: FieldProblem = fieldProblem('version', 'client_version_required');
