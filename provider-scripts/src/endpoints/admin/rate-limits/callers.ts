/** Where one address or network stands under the limits that the database counts, and how its calls are forgotten. */
import type { KeycloakSession, Response } from 'keycloak';
import { normaliseOnServer } from '../../../address/idn.ts';
import { inRepeatedTransaction } from '../../../database/sql.ts';
import { toJava } from '../../../engine/to-java.ts';
import { type FieldProblem, fieldProblem } from '../../../errors/problem.ts';
import { newAdminEvent } from '../../../events/admin-event.ts';
import { ADMIN_RESOURCE } from '../../../ids.ts';
import { demandsOfEmail, demandsOfNetwork, networkOf } from '../../../rate-limit/callers.ts';
import { isExempt } from '../../../rate-limit/count.ts';
import { type Demand, forgetWithin, lookUp } from '../../../rate-limit/rows.ts';
import { type AdminCall, withObject } from '../../../request/admin-call.ts';
import { invalidFieldsResponse, jsonResponse } from '../../../response/responses.ts';
import { readCaller } from './body.ts';

const OperationType = Java.type('org.keycloak.events.admin.OperationType');

/** Looks somebody up. */
export function lookUpCaller(call: AdminCall): Response {
  const { session, auth } = call;
  auth.realm().requireViewRealm();
  return withCaller(call, ({ email, network, demands }) =>
    jsonResponse(200, {
      email,
      network,
      exempt: network !== null && isExempt(session, network),
      standings: lookUp(session, demands).map(({ demand, standing, calls }) => ({
        policy: demand.policy,
        rate: demand.rate,
        calls,
        remaining: standing.remaining,
        reset_seconds: standing.resetSeconds,
        spent: !standing.granted,
      })),
    }).build(),
  );
}

/** Forgets somebody's calls. */
export function liftLimits(call: AdminCall): Response {
  const { session, auth } = call;
  auth.realm().requireManageRealm();
  return withCaller(call, ({ network, demands }) => {
    const forgotten = inRepeatedTransaction(session, (own) => forgetWithin(own, demands));
    const lifted = forgotten.map(({ policy }) => policy);
    if (lifted.length > 0)
      newAdminEvent(session, auth, 'LINKGATE_RATE', `${ADMIN_RESOURCE}/rate-limits`)
        .operation(OperationType.DELETE)
        .representation(toJava({ network, lifted }))
        .success();
    return jsonResponse(200, { lifted }).build();
  });
}

/** Who was named: an address in its one spelling or what a network is counted as, and what that counts under. */
interface Caller {
  email: string | null;
  network: string | null;
  demands: Demand[];
}

function withCaller(call: AdminCall, answer: (caller: Caller) => Response): Response {
  return withObject(call, (object) => {
    const read = readCaller(object);
    if ('details' in read) return invalidFieldsResponse(read.details);
    const { who, policy } = read.order;
    const caller = 'ip' in who ? byNetwork(call.session, who.ip) : byEmail(call.session, who.email);
    if ('field' in caller) return invalidFieldsResponse([caller]);
    const demands = caller.demands.filter((demand) => policy === null || demand.policy === policy);
    return answer({ ...caller, demands });
  });
}

function byNetwork(session: KeycloakSession, ip: string): Caller {
  return { email: null, network: networkOf(ip), demands: demandsOfNetwork(session, ip) };
}

function byEmail(session: KeycloakSession, typed: string): Caller | FieldProblem {
  const email = normaliseOnServer(typed);
  if (email === null) return fieldProblem('email', 'not_an_email_address');
  return { email, network: null, demands: demandsOfEmail(session, email) };
}
