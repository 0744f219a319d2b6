/**
 * `/my-account`: a user's own page (contract, section 11), authenticated by the browser's session. It works without scripts: each action is a
 * form, and ends with a redirect, so that a reload repeats none.
 */
import type { InputStream, KeycloakSession, Response } from 'keycloak';
import { isConfirmed } from '../../http/pages/confirm-key.ts';
import { type Opening, pathSteps, rejectEmbedding } from '../../http/pages/opening-steps.ts';
import { page } from '../../http/pages/page.ts';
import { SHIELD_PAGE, shieldAttributes, shieldHeaders } from '../../http/pages/shield.ts';
import { formField } from '../../http/request/form-field.ts';
import { pathBelow } from '../../http/request/own-path.ts';
import type { Found } from '../../http/request/steps.ts';
import { seeOther } from '../../http/response/responses.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { ACCOUNT_CLIENT } from '../../platform/keycloak/provider-ids.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { ACCOUNT_PAGE_RESOURCE } from '../../platform/keycloak/resources.ts';
import { inSameLanguage } from '../../realm/language/same-language.ts';
import { applyAccountLocale } from '../../realm/language/selector.ts';
import { FACTOR_LEVEL } from '../../realm/levels/setting.ts';
import { accountPageUrl, hasAccountPage } from '../../realm/settings/account-page-policy.ts';
import { giveFactorFlow } from '../../sign-in/second-factor/way.ts';
import { liveSession } from '../../sign-in/tabs/link-session.ts';
import { ACTIONS } from './actions.ts';
import { ADDRESS_PATH } from './address-request.ts';
import { openAddressLink } from './address-steps.ts';
import { setUpAction } from './credentials.ts';
import { takeDone, tellDone } from './done.ts';
import { PROOF_PATH, startSignIn } from './sign-in.ts';
import { proofAgain, type SignedIn, wasProvenRecently } from './signed-in.ts';
import { showAccount, showSignedOut } from './view.ts';

const NotFoundException = Java.type('jakarta.ws.rs.NotFoundException');

/** The links of a change of address prove a mailbox, and need no session. */
function openLink({ session, method, path }: Opening): Response | null {
  return path === ADDRESS_PATH ? openAddressLink(session, method) : null;
}

/** Signs a user in who isn't, unless the page says that the user was just signed out. */
function requireUser({ session, method }: Opening): Found<SignedIn> {
  const live = liveSession(session);
  const user = live?.getUser() ?? null;
  if (live !== null && user !== null) {
    applyAccountLocale(session, user.getId());
    return { found: { session, live, user } };
  }
  const done = method === 'POST' ? null : takeDone(session);
  return { response: done === null ? startSignIn(session) : showSignedOut(session, done) };
}

/** Has a signed-in user sign in again, for what needs a recent proof. */
function signInAgain({ session, path, live, user }: Opening & SignedIn): Response | null {
  return path === PROOF_PATH ? proveAgain({ session, live, user }) : null;
}

/** Has one of Keycloak's actions set up a credential, and returns. */
function setUp({ session, path, user }: Opening & SignedIn): Response | null {
  const action = setUpAction(session, path);
  return action === null ? null : startSignIn(session, { user, action });
}

/** Performs the action of a form of this page, for the user whom the page showed. */
function act({ session, method, live, user }: Opening & SignedIn): Response | null {
  if (method !== 'POST') return null;
  const name = formField(session, 'action') ?? '';
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined || !isConfirmed(session) || formField(session, 'account') !== user.getId())
    return showAccount({ session, live, user }, { failed: 'stale' });
  if (action.needsProof === true && !wasProvenRecently({ session, live, user }))
    return proveAgain({ session, live, user });
  const result = action.perform({ session, live, user }, formField(session, 'id') ?? '');
  if (result === 'asks') return showAccount({ session, live, user }, { asks: name });
  if ('unproven' in result) return askForProof(session, result.unproven);
  if ('failed' in result) return showAccount({ session, live, user }, result);
  tellDone(session, result.done);
  const url = accountPageUrl(session);
  return seeOther(result.done === 'profile-saved' ? url : inSameLanguage(session, url));
}

function askForProof(session: KeycloakSession, asking: Problem): Response {
  const action = inSameLanguage(session, accountPageUrl(session));
  const attributes = { action, ...shieldAttributes(session, asking) };
  return page(session, SHIELD_PAGE, 200, attributes, shieldHeaders(session, asking));
}

function show({ session, live, user }: SignedIn): Response {
  return showAccount({ session, live, user });
}

/** The steps of a request, in order; the first to respond ends it. */
const openAccountPage = pathSteps
  .check(rejectEmbedding)
  .check(openLink)
  .find(requireUser)
  .check(signInAgain)
  .check(setUp)
  .check(act)
  .end(show);

/** Starts the sign-in, once the client's flow asks for what it takes; or says that an administrator has to help. */
function proveAgain(of: SignedIn): Response {
  const { session, user } = of;
  const proof = proofAgain(of);
  if (proof === 'none') return showAccount(of, { failed: 'no-factor' });
  const response = startSignIn(session, {
    user,
    again: true,
    level: proof === 'any' ? null : FACTOR_LEVEL,
  });
  const client = requireRealm(session).getClientByClientId(ACCOUNT_CLIENT);
  if (proof === 'give' && client !== null) giveFactorFlow(session, client, user);
  return response;
}

/** The endpoint's functions as the host calls them. */
export const ACCOUNT_PAGE = {
  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    // Responds as for an unknown path.
    if (!hasAccountPage(session)) throw new NotFoundException();
    return openAccountPage({
      session,
      method,
      endpoint: ACCOUNT_PAGE_RESOURCE,
      path: pathBelow(session, ACCOUNT_PAGE_RESOURCE),
    });
  },
};
