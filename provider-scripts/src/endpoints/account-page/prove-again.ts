/** Has a signed-in user prove again who they are: by their second factor, too, if they have one (contract, section 11). */
import type { Response } from 'keycloak';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { FACTOR_LEVEL } from '../../realm/levels/setting.ts';
import { giveFactorFlow } from '../../sign-in/second-factor/way.ts';
import { startSignIn } from './sign-in.ts';
import { ACCOUNT_CLIENT, proofAgain, type SignedIn } from './signed-in.ts';
import { showAccount } from './view.ts';

/** Starts the sign-in, once the client's flow asks for what it takes; or says that an administrator has to help. */
export function proveAgain(of: SignedIn): Response {
  const { session, user } = of;
  const proof = proofAgain(of);
  if (proof === 'none') return showAccount(of, 'no-factor');
  const response = startSignIn(session, user, proof === 'any' ? null : FACTOR_LEVEL);
  const client = requireRealm(session).getClientByClientId(ACCOUNT_CLIENT);
  if (proof === 'give' && client !== null) giveFactorFlow(session, client, user);
  return response;
}
