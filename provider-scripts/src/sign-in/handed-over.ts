/** Continues in a tab whose link was handed over to it: its own request uses the link (contract, section 3.8). */
import type { AuthenticationFlowContext, UserSessionModel } from 'keycloak';
import { endSession } from '../account/sign-out.ts';
import { hasAddress, shownAddress } from '../address/of-account.ts';
import { claim, keepClaim, leave, mayClaim } from '../hand-off/claim.ts';
import type { Settings } from '../settings/parse.ts';
import { liveSession } from '../tabs/link-session.ts';
import { LINK_NOTE } from '../tabs/notes.ts';
import { proofOfLink } from '../tabs/proof.ts';
import { proceed } from '../tabs/resume-sign-in.ts';
import { goOn, refusedPage } from './go-on.ts';
import { type LastLink, lastLink, showInbox } from './inbox.ts';
import { handedOverPage } from './pages.ts';

const LoginProtocol = Java.type('org.keycloak.protocol.LoginProtocol');
const Time = Java.type('org.keycloak.common.util.Time');

/**
 * Uses the tab's link if it was handed over, or asks first if that ends the session of another person.
 *
 * @param confirmed whether the person has said so
 * @returns false if it wasn't handed over to this browser
 */
export function takeHandOff(
  context: AuthenticationFlowContext,
  settings: Settings,
  { row }: LastLink,
  confirmed: boolean,
): boolean {
  const session = context.getSession();
  const now = Time.currentTime();
  if (row === null || !mayClaim(session, row, settings, now)) return false;
  const live = liveSession(session);
  const user = live === null ? null : live.getUser();
  const stranger = user !== null && !hasAddress(user, row.email) ? user : null;
  if (stranger !== null && !confirmed) {
    context.forceChallenge(
      handedOverPage(context, row.email, shownAddress(stranger) ?? stranger.getUsername() ?? ''),
    );
    return true;
  }
  const redeemed = claim(session, row, settings, now);
  if ('refusal' in redeemed) {
    context.forceChallenge(refusedPage(context, settings, row, redeemed.refusal));
    return true;
  }
  const client = context.getAuthenticationSession().getClient();
  const apart = wantsNewSignIn(context, live);
  const tab = proceed(session, proofOfLink(row, client, { ...redeemed, apart }, 'hand-off'));
  const id = tab.getParentSession().getId();
  if (!keepClaim(session, row, id)) {
    endSession(session, id);
    context.forceChallenge(showInbox(context, settings));
    return true;
  }
  goOn(context, tab);
  return true;
}

/** Ends the hand-off of a tab whose person leaves the waiting page. */
export function leaveHandOff(context: AuthenticationFlowContext): void {
  if (context.getAuthenticationSession().getAuthNote(LINK_NOTE) === null) return;
  const { row } = lastLink(context);
  if (row !== null) leave(context.getSession(), row);
}

/** Whether the request requires a separate sign-in, whoever is signed in (`prompt=login`, `max_age`). */
function wantsNewSignIn(context: AuthenticationFlowContext, live: UserSessionModel | null): boolean {
  const tab = context.getAuthenticationSession();
  const protocol = context.getSession().getProvider(LoginProtocol.class, tab.getProtocol());
  return live !== null && protocol.requireReauthentication(live, tab);
}
