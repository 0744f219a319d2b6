/** Keycloak's account API: what protects an account needs the second factor of a user who has one (contract, section 11). */
import type { KeycloakSession, UserSessionModel } from 'keycloak';
import { hasSecondFactor, wasFactorProvenRecently } from '../../accounts/second-factor.ts';
import type { Guard } from '../../http/request/guard.ts';
import { FIRST_ERROR_STATUS, replaceByProblem } from '../../http/response/replace-response.ts';
import { problemResponse } from '../../http/response/responses.ts';
import { problem } from '../../platform/errors/problem.ts';
import { sessionValue } from '../../platform/session/values.ts';
import type { Rewrite } from './oauth/rewrites.ts';

/** The address of the token's user before Keycloak updated the account; empty for none. */
const ADDRESS_BEFORE = sessionValue<string>('address-before');

/** Rejects the removal of a credential. Keycloak has authenticated the caller. */
export const guardCredentialRemoval: Guard = (session) =>
  lacksFactor(sessionOfToken(session)) ? problemResponse('protocol', missingFactor()).build() : null;

/** Records the address before an update of the account. */
export const guardAccountUpdate: Guard = (session) => {
  ADDRESS_BEFORE.record(session, addressIn(sessionOfToken(session)));
  return null;
};

/** Rolls back an update that has changed the address, however the request wrote it. */
export const rejectAddressUpdate: Rewrite = (session, response) => {
  const live = sessionOfToken(session);
  if (response.getStatus() >= FIRST_ERROR_STATUS || addressIn(live) === ADDRESS_BEFORE.of(session)) return;
  if (!lacksFactor(live)) return;
  session.getTransactionManager().setRollbackOnly();
  replaceByProblem(response, missingFactor());
};

function missingFactor() {
  return problem('second_factor_required');
}

function sessionOfToken(session: KeycloakSession): UserSessionModel | null {
  return session.getContext().getUserSession();
}

function addressIn(live: UserSessionModel | null): string {
  return live?.getUser()?.getEmail() ?? '';
}

/** Whether the user has a second factor, and hasn't proven it recently in this session. */
function lacksFactor(live: UserSessionModel | null): boolean {
  const user = live?.getUser() ?? null;
  return live !== null && user !== null && hasSecondFactor(user) && !wasFactorProvenRecently(live);
}
