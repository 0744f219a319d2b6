/** The status of one address or network under the limits that the database counts, and its reset. */
import type { KeycloakSession, Response } from 'keycloak';
import { normaliseOnServer } from '../../../accounts/address/idn.ts';
import { type AdminCall, withObject } from '../../../http/request/admin-call.ts';
import { invalidFieldsResponse, jsonResponse } from '../../../http/response/responses.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { inRetriedTransaction } from '../../../platform/database/sql.ts';
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';
import { limitKeysOfEmail, limitKeysOfNetwork, networkOf } from '../../../realm/limits/callers.ts';
import { isExempt } from '../../../realm/limits/count.ts';
import { type LimitKey, lookUpStatuses, resetWithin } from '../../../realm/limits/rows.ts';
import { CALLER_FIELDS, readCallerLookup } from './body.ts';

/** Looks up the status of an address or network. */
export function lookUpCaller(call: AdminCall): Response {
  const { session, auth } = call;
  auth.realm().requireViewRealm();
  return withCaller(call, ({ email, network, limitKeys }) =>
    jsonResponse(200, {
      email,
      network,
      exempt: network !== null && isExempt(session, network),
      statuses: lookUpStatuses(session, limitKeys).map(({ limitKey, status, calls }) => ({
        limit: limitKey.name,
        value: limitKey.value,
        calls,
        remaining: status.remaining,
        reset_seconds: status.resetSeconds,
        exhausted: !status.granted,
      })),
    }).build(),
  );
}

/** Resets the limits of an address or network. */
export function resetLimits(call: AdminCall): Response {
  const { session, auth } = call;
  auth.realm().requireManageRealm();
  return withCaller(call, ({ network, limitKeys }) => {
    const resetKeys = inRetriedTransaction(session, (own) => resetWithin(own, limitKeys));
    const reset = resetKeys.map(({ name }) => name);
    if (reset.length > 0)
      emitAdminEvent(call, 'DELETE', 'LINKGATE_LIMIT', `${ADMIN_RESOURCE}/limits`, { network, reset });
    return jsonResponse(200, { reset }).build();
  });
}

/** The named key: the normalised address or the network as it is counted, and its limit keys. */
interface Caller {
  email: string | null;
  network: string | null;
  limitKeys: LimitKey[];
}

function withCaller(call: AdminCall, respond: (caller: Caller) => Response): Response {
  return withObject(call, CALLER_FIELDS, (object) => {
    const read = readCallerLookup(object);
    if ('details' in read) return invalidFieldsResponse(read.details);
    const { caller: named, limit } = read.lookup;
    const caller = 'ip' in named ? byNetwork(call.session, named.ip) : byEmail(call.session, named.email);
    if ('field' in caller) return invalidFieldsResponse([caller]);
    const limitKeys = caller.limitKeys.filter(({ name }) => limit === null || name === limit);
    return respond({ ...caller, limitKeys });
  });
}

function byNetwork(session: KeycloakSession, ip: string): Caller {
  return { email: null, network: networkOf(ip), limitKeys: limitKeysOfNetwork(session, ip) };
}

function byEmail(session: KeycloakSession, typed: string): Caller | FieldProblem {
  const email = normaliseOnServer(typed);
  if (email === null) return fieldProblem('email', 'not_an_email_address');
  return { email, network: null, limitKeys: limitKeysOfEmail(session, email) };
}
