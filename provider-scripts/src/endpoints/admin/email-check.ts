/** Checks the realm's sender by the DNS, and an email that arrived by its text. */
import type { Response } from 'keycloak';
import { checkReceived } from '../../email/check/received.ts';
import { lastEmailCheck, runEmailCheck } from '../../email/check/run.ts';
import type { Said } from '../../email/check/said.ts';
import { type AdminCall, withObject } from '../../http/request/admin-call.ts';
import { invalidFieldsResponse, jsonResponse } from '../../http/response/responses.ts';
import { fieldProblem } from '../../platform/errors/problem.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';

/** A whole email with a logo in it. */
const MAX_EMAIL_BYTES = 262_144;

/** What this node found when it was last asked; `checked_at` is null if it wasn't yet. */
export function getEmailCheck({ session, auth }: AdminCall): Response {
  auth.realm().requireViewRealm();
  const { checked_at, results } = lastEmailCheck(session) ?? { checked_at: null, results: [] };
  return jsonResponse(200, { checked_at, results: results.map(shown) }).build();
}

/** Checks now. */
export function checkEmail({ session, auth }: AdminCall): Response {
  auth.realm().requireManageRealm();
  const { checked_at, results } = runEmailCheck(session);
  return jsonResponse(200, { checked_at, results: results.map(shown) }).build();
}

/** Compares a test email's link with the one that was sent. */
export function compareEmail(call: AdminCall): Response {
  call.auth.realm().requireViewRealm();
  return withObject(
    call,
    ['received'],
    ({ received }) => {
      if (typeof received !== 'string')
        return invalidFieldsResponse([fieldProblem('received', 'not_a_string')]);
      const results = checkReceived(received, `${baseUrl(call.session)}/verify-email`);
      return jsonResponse(200, { results: results.map(shown) }).build();
    },
    MAX_EMAIL_BYTES,
  );
}

function shown<R extends { readonly detail: Said }>({ detail, ...result }: R) {
  return { ...result, ...detail };
}
