/** The account chooser on a recognised device, and its forms (contract, section 3.5). */
import type {
  AuthenticationFlowContext,
  AuthenticationSessionModel,
  Response,
  UserSessionModel,
} from 'keycloak';
import { hasAddress } from '../../accounts/address/account-address.ts';
import { normaliseOnServer } from '../../accounts/address/idn.ts';
import { addressInHint } from '../../accounts/address/mailbox.ts';
import { type Account, accountsOfBrowser } from '../../accounts/browser-accounts.ts';
import { forgetOnThisDevice } from '../../accounts/forget.ts';
import { wasFactorProvenRecently } from '../../accounts/second-factor.ts';
import type { Settings } from '../../realm/flow/parse.ts';
import { needsSecondFactor, raiseToBestProof } from '../tabs/best-proof.ts';
import { joinLiveSession, liveSession, outlivesTokens } from '../tabs/link-session.ts';
import { findTab, locationOf } from '../tabs/move-tabs.ts';
import { note, removeNote, setNote } from '../tabs/notes.ts';
import { takeOpenedElsewhere } from '../tabs/opened-elsewhere.ts';
import { isPassive, promptsOf } from '../tabs/prompts.ts';
import { restartRequest } from '../tabs/restart.ts';
import { flowUrl } from '../tabs/run-flow.ts';
import { recordForgotten, undoForgetting } from './forgotten.ts';
import { nextStep } from './next-step.ts';
import { chooserPage, promptForAddress, settingsOf } from './pages.ts';

const CookieAuthenticator = Java.type(
  'org.keycloak.authentication.authenticators.browser.CookieAuthenticator',
);
const IDToken = Java.type('org.keycloak.representations.IDToken');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const LoginProtocol = Java.type('org.keycloak.protocol.LoginProtocol');

/**
 * The fields of the page's forms: an account to continue with, one to forget, one to remember again, and whether to show the accounts or the
 * address field.
 */
const FIELDS = { account: 'account', forget: 'forget', undo: 'undo', show: 'show' } as const;

/** The outcome of a form: an address to send a link to, or a finished response. */
export type ChooserResult = { email: string } | 'responded';

/** The sign-in step's first page; null when the live session continues without one. */
export function firstPage(context: AuthenticationFlowContext): Response | null {
  return pageUnlessContinued(context, (live) => continueSession(context, live));
}

/** The same page after something failed on it; the live session doesn't continue by itself. */
export function firstPageAgain(context: AuthenticationFlowContext): Response {
  return pageUnlessContinued(context, () => false) as Response;
}

function pageUnlessContinued(
  context: AuthenticationFlowContext,
  continues: (live: UserSessionModel) => boolean,
): Response | null {
  const tab = context.getAuthenticationSession();
  const live = liveSession(context.getSession());
  const settings = settingsOf(context);
  const accounts = accountsOf(context, settings, live);
  const hint = evaluateHint(context, tab, live, accounts);
  const canContinue = canContinueSession(context, tab, live);
  const step = nextStep({
    prompts: promptsOf(tab),
    rememberDevice: settings.rememberDevice,
    canContinue,
    openedElsewhere: live !== null && canContinue && takeOpenedElsewhere(live, tab.getClient()),
    ...hint,
    accountCount: accounts.length,
    requestedView: parseRequestedView(note(tab, 'requestedView')),
  });
  if (step === 'continue' && live !== null && continues(live)) return null;
  if (step !== 'choose') return promptForAddress(context, settings, hintedAddress(tab), accounts.length > 0);
  return chooserPage(
    context,
    settings,
    accounts.map((account) => ({ ...account, live: account.live && canContinue })),
  );
}

/** Handles a form of the page; null for a form of another page. */
export function handleChooserForm(
  context: AuthenticationFlowContext,
  settings: Settings,
): ChooserResult | null {
  const form = context.getHttpRequest().getDecodedFormParameters();
  const tab = context.getAuthenticationSession();
  const undone = form?.getFirst(FIELDS.undo);
  if (undone) {
    undoForgetting(context, settings, undone);
    return redirectToPage(context);
  }
  removeNote(tab, 'forgotten');
  const show = parseRequestedView(form?.getFirst(FIELDS.show) ?? null);
  if (show !== null) {
    setNote(tab, 'requestedView', show);
    return redirectToPage(context);
  }
  const live = liveSession(context.getSession());
  const forgotten = form?.getFirst(FIELDS.forget);
  const chosen = form?.getFirst(FIELDS.account);
  const named = forgotten || chosen;
  if (!named) return null;
  const account = accountsOf(context, settings, live).find(({ id }) => id === named);
  if (forgotten) return forget(context, live, forgotten, account);
  // The account was forgotten in another tab meanwhile.
  if (account === undefined) return redirectToPage(context);
  if (
    live !== null &&
    account.live &&
    canContinueSession(context, tab, live) &&
    continueSession(context, live)
  )
    return 'responded';
  return { email: account.email };
}

/** Parses the view that the user requested; null for none. */
function parseRequestedView(text: string | null): 'address' | 'accounts' | null {
  return text === 'address' || text === 'accounts' ? text : null;
}

/** Restarts the same request, after its session has ended. */
function restart(context: AuthenticationFlowContext): ChooserResult {
  context.forceChallenge(restartRequest(context.getSession(), context.getAuthenticationSession()));
  return 'responded';
}

function accountsOf(
  context: AuthenticationFlowContext,
  settings: Settings,
  live: UserSessionModel | null,
): Account[] {
  return accountsOfBrowser(context.getSession(), settings, live?.getUser() ?? null);
}

/**
 * Whether the live session can continue: not if the request requires a new sign-in or a second factor that wasn't proven recently, or the
 * session ends before its tokens would.
 */
function canContinueSession(
  context: AuthenticationFlowContext,
  tab: AuthenticationSessionModel,
  live: UserSessionModel | null,
): boolean {
  const session = context.getSession();
  if (live === null || !outlivesTokens(session, live)) return false;
  const user = live.getUser();
  if (user !== null && needsSecondFactor(session, tab, user) && !wasFactorProvenRecently(live)) return false;
  return !session.getProvider(LoginProtocol.class, tab.getProtocol()).requireReauthentication(live, tab);
}

/**
 * Continues with the live session by Keycloak's own authenticator; false if that requires more (levels of authentication). A tab of another
 * session moves to the live one first: another browser that has the tab's session could submit one of its pages (session fixation).
 */
function continueSession(context: AuthenticationFlowContext, live: UserSessionModel): boolean {
  const tab = context.getAuthenticationSession();
  const session = context.getSession();
  if (tab.getParentSession().getId() !== live.getId() && !isPassive(tab)) {
    const moved = findTab(joinLiveSession(session, live), locationOf(tab));
    if (moved !== null) {
      context.forceChallenge(JavaResponse.seeOther(flowUrl(session, moved)).build());
      return true;
    }
  }
  const user = live.getUser();
  const instead = user === null ? null : raiseToBestProof(session, tab, user);
  if (instead !== null) {
    context.forceChallenge(instead);
    return true;
  }
  new CookieAuthenticator().authenticate(context);
  return String(context.getStatus()) === 'SUCCESS';
}

/** The address in the request's `login_hint`, if it is one. */
function hintedAddress(tab: AuthenticationSessionModel): string | null {
  const hint = tab.getClientNote('login_hint');
  return hint === null ? null : addressInHint(hint);
}

/** Evaluates the hints (OpenID Connect Core, section 3.1.2.1): `id_token_hint`, which names a user, or else `login_hint`, an address. */
function evaluateHint(
  context: AuthenticationFlowContext,
  tab: AuthenticationSessionModel,
  live: UserSessionModel | null,
  accounts: readonly Account[],
): { hint: 'none' | 'live' | 'listed' | 'other'; namesOtherUser: boolean } {
  const liveUser = live?.getUser() ?? null;
  const token = tab.getClientNote('client_request_param_id_token_hint');
  if (token !== null) {
    const subject = context.getSession().tokens().decode(token, IDToken.class)?.getSubject() ?? '';
    if (subject === liveUser?.getId()) return { hint: 'live', namesOtherUser: false };
    return { hint: accounts.some(({ id }) => id === subject) ? 'listed' : 'none', namesOtherUser: true };
  }
  const typed = hintedAddress(tab);
  if (typed === null) return { hint: 'none', namesOtherUser: false };
  const email = normaliseOnServer(typed);
  if (email === null) return { hint: 'other', namesOtherUser: false };
  if (liveUser !== null && hasAddress(liveUser, email)) return { hint: 'live', namesOtherUser: false };
  const isListed = accounts.some((account) => normaliseOnServer(account.email) === email);
  return { hint: isListed ? 'listed' : 'other', namesOtherUser: false };
}

function forget(
  context: AuthenticationFlowContext,
  live: UserSessionModel | null,
  id: string,
  account: Account | undefined,
): ChooserResult {
  const forgotten = forgetOnThisDevice(context.getSession(), id, live);
  if (account !== undefined && forgotten !== null)
    recordForgotten(context.getAuthenticationSession(), account, forgotten.remembered);
  return forgotten?.wasSignedIn === true ? restart(context) : redirectToPage(context);
}

/** Redirects to the page, so that a refresh repeats nothing. */
function redirectToPage(context: AuthenticationFlowContext): ChooserResult {
  context.forceChallenge(JavaResponse.seeOther(context.getRefreshUrl(false)).build());
  return 'responded';
}
