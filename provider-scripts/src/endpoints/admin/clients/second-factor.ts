/** Whether a client's users need a second factor: the setting, and what Keycloak needs for it. */

import type { ClientModel, Response } from 'keycloak';
import { type AdminCall, withObject } from '../../../http/request/admin-call.ts';
import {
  adminProblemResponse,
  invalidFieldsResponse,
  jsonResponse,
  notFoundResponse,
} from '../../../http/response/responses.ts';
import { type FieldProblem, fieldProblem, type Problem, problem } from '../../../platform/errors/problem.ts';
import { realmIdOf } from '../../../platform/keycloak/realm.ts';
import { lockRealm } from '../../../platform/keycloak/stored.ts';
import { SECOND_FACTOR_FLOW } from '../../../realm/levels/made-flows.ts';
import { levelAttributes } from '../../../realm/levels/setting.ts';
import { SECOND_FACTOR_MODES, type SecondFactor } from '../../../realm/settings/choices.ts';
import { CLIENT } from '../../../realm/settings/table.ts';
import {
  type Obstacle,
  obstacleTo,
  type SideEffect,
  setSecondFactor,
  unboundProviders,
} from '../../../sign-in/second-factor/bind.ts';
import { emitEffects } from '../../../sign-in/second-factor/effects.ts';
import { flowState } from '../../../sign-in/second-factor/flows.ts';
import { managedClient } from './find.ts';
import { shownClient } from './shown.ts';
import { changeVersioned, emitUpdate, isOutdated } from './versioned.ts';

/** Shows the flow that clients with a second factor share, and the identity providers after which no second factor is asked for. */
export function getSecondFactor({ session, auth }: AdminCall): Response {
  auth.clients().requireView();
  return jsonResponse(200, {
    flow: SECOND_FACTOR_FLOW,
    flow_state: flowState(session, SECOND_FACTOR_FLOW),
    providers_without: unboundProviders(session),
  }).build();
}

/** Sets it for the client that was shown. Once it is always required, what was issued before is revoked (`clients/lost-rights.ts`). */
export function setClientSecondFactor(call: AdminCall): Response {
  const client = managedClient(call);
  call.auth.realm().requireManageRealm();
  if (client === null) return notFoundResponse();
  return withObject(call, ['second_factor', 'version'], ({ second_factor: value, version }) => {
    const mode = SECOND_FACTOR_MODES.find((one) => one === value) ?? null;
    const details = problemsOf(client, mode, version);
    if (mode === null || details.length > 0) return invalidFieldsResponse(details);
    const obstacle = mode === 'none' ? null : obstacleTo(call.session, client);
    if (obstacle !== null) return adminProblemResponse(problemOf(obstacle));
    return change(call, client, mode, version as string);
  });
}

function problemsOf(client: ClientModel, mode: SecondFactor | null, version: unknown): FieldProblem[] {
  const details: FieldProblem[] = [];
  if (mode === null)
    details.push(fieldProblem('second_factor', 'not_one_of', { choices: SECOND_FACTOR_MODES.join(', ') }));
  else if (mode !== 'none' && !signsIn(client))
    details.push(fieldProblem('second_factor', 'client_without_sign_in'));
  if (typeof version !== 'string') details.push(fieldProblem('version', 'version_required'));
  return details;
}

function signsIn(client: ClientModel): boolean {
  return client.isStandardFlowEnabled() && [null, 'openid-connect'].includes(client.getProtocol());
}

function problemOf(obstacle: Obstacle): Problem {
  return 'flow' in obstacle
    ? problem('second_factor_flow_unsafe', obstacle)
    : problem('second_factor_overwrites', obstacle);
}

function change(call: AdminCall, client: ClientModel, mode: SecondFactor, version: string): Response {
  const { auth } = call;
  const mayBindProviders = auth.realm().canManageIdentityProviders();
  let effects: SideEffect[] = [];
  return changeVersioned(call, client, {
    hasChanged: isOutdated(version),
    write: (own, written) => {
      lockRealm(own, realmIdOf(own));
      effects = setSecondFactor(own, written, mode, mayBindProviders);
      return null;
    },
    respond: shownClient,
    emit: () => {
      const attributes = { [CLIENT.secondFactor.name]: mode, ...levelAttributes(mode) };
      emitUpdate(call, client, { attributes });
      emitEffects(call, effects);
    },
  });
}
