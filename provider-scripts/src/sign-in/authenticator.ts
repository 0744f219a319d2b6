/** The sign-in step: asks for an address, sends a link, waits for it; a live session goes on without one. */
import type {
  AuthenticationFlowContext,
  AuthenticationSessionModel,
  LoginFormsProvider,
  Mail,
  Response,
} from 'keycloak';
import { normaliseOnServer } from '../address/on-server.ts';
import { clientBrand, clientName } from '../branding/client-brand.ts';
import { toJava } from '../engine/to-java.ts';
import type { LinkRequest } from '../magic-link/link.ts';
import { type MailOutcome, orderLink, type SentState, settleLink } from '../magic-link/send.ts';
import type { Problem } from '../protocol/problem.ts';
import { withOpenid } from '../protocol/scope.ts';
import { readSettings } from '../settings/read.ts';
import { liveSession } from './link-session.ts';
import { PROVEN_NOTE, SENT_TO_NOTE } from './notes.ts';

const CookieAuthenticator = Java.type(
  'org.keycloak.authentication.authenticators.browser.CookieAuthenticator',
);
const HostMail = Java.type('org.linkgate.host.Mail');
const JavaResponse = Java.type('jakarta.ws.rs.core.Response');
const JavaStatus = Java.type('jakarta.ws.rs.core.Response$Status');
const LoginProtocol = Java.type('org.keycloak.protocol.LoginProtocol');
const FormMessage = Java.type('org.keycloak.models.utils.FormMessage');

const SECONDS_PER_MINUTE = 60;

/** The step's functions as the host calls them. */
export const EMAIL_STEP = {
  authenticate(context: AuthenticationFlowContext): void {
    const tab = context.getAuthenticationSession();
    tab.setClientNote('scope', withOpenid(tab.getClientNote('scope')));
    if (isProven(context, tab) || isLive(context, tab)) return;
    const sentTo = tab.getAuthNote(SENT_TO_NOTE);
    context.challenge(
      sentTo === null ? askAddress(context, tab.getClientNote('login_hint')) : inbox(context, sentTo),
    );
  },

  action(context: AuthenticationFlowContext): Mail | null {
    const form = context.getHttpRequest().getDecodedFormParameters();
    const tab = context.getAuthenticationSession();
    if (form?.getFirst('cancel')) {
      context.cancelLogin();
      return null;
    }
    if (form?.getFirst('action') === 'change') {
      tab.removeAuthNote(SENT_TO_NOTE);
      showAgain(context);
      return null;
    }
    const resend = form?.getFirst('action') === 'resend' ? tab.getAuthNote(SENT_TO_NOTE) : null;
    return send(context, tab, resend ?? form?.getFirst('email') ?? '');
  },

  sent(context: AuthenticationFlowContext, outcome: MailOutcome, state: string): void {
    const sent = JSON.parse(state) as SentState;
    const failed = settleLink(context.getSession(), outcome, sent);
    if (failed) context.forceChallenge(askAgain(context, sent.email, failed));
    else remember(context, sent.email);
  },
};

/** A used link was opened for this tab: that is all this step asks. */
function isProven(context: AuthenticationFlowContext, tab: AuthenticationSessionModel): boolean {
  const userId = tab.getAuthNote(PROVEN_NOTE);
  const user = userId === null ? null : context.getSession().users().getUserById(context.getRealm(), userId);
  if (user === null) return false;
  context.setUser(user);
  context.success();
  return true;
}

/** The live session goes on, unless the request wants a new sign-in (`prompt=login`, `max_age`). */
function isLive(context: AuthenticationFlowContext, tab: AuthenticationSessionModel): boolean {
  const session = context.getSession();
  const live = liveSession(session);
  if (live === null) return false;
  if (session.getProvider(LoginProtocol.class, tab.getProtocol()).requireReauthentication(live, tab))
    return false;
  new CookieAuthenticator().authenticate(context);
  return String(context.getStatus()) === 'SUCCESS';
}

function send(
  context: AuthenticationFlowContext,
  tab: AuthenticationSessionModel,
  typed: string,
): Mail | null {
  const email = normaliseOnServer(typed);
  if (email === null) {
    context.forceChallenge(
      pageFor(context, { email: typed })
        .addError(new FormMessage('email', 'linkgateInvalidEmail'))
        .createForm(EMAIL_PAGE),
    );
    return null;
  }
  const client = tab.getClient();
  const settings = readSettings(context.getSession(), client);
  const order = orderLink(context.getSession(), {
    client,
    email,
    request: requestOf(tab),
    settings,
  });
  if (order instanceof HostMail) return order;
  if (order === 'unsent') remember(context, email);
  else context.forceChallenge(askAgain(context, email, order as Problem));
  return null;
}

/** The authorization request of a tab, for the link to carry. */
function requestOf(tab: AuthenticationSessionModel): LinkRequest {
  const notes: Record<string, string> = {};
  const given = tab.getClientNotes();
  for (const name of given.keySet().toArray()) {
    const value = given.get(name);
    if (value !== null) notes[name] = value;
  }
  return {
    redirectUri: tab.getRedirectUri() ?? '',
    notes,
    askedBy: { root: tab.getParentSession().getId(), tab: tab.getTabId() },
  };
}

/** After a mail was sent: the inbox page, by a redirect so that a refresh doesn't send again. */
function remember(context: AuthenticationFlowContext, email: string): void {
  context.getAuthenticationSession().setAuthNote(SENT_TO_NOTE, email);
  showAgain(context);
}

function showAgain(context: AuthenticationFlowContext): void {
  context.forceChallenge(JavaResponse.seeOther(context.getRefreshUrl(false)).build());
}

const EMAIL_PAGE = 'linkgate-email.ftl';
const INBOX_PAGE = 'linkgate-inbox.ftl';

function pageFor(
  context: AuthenticationFlowContext,
  attributes: Record<string, string | number | null>,
): LoginFormsProvider {
  const client = context.getAuthenticationSession().getClient();
  const form = context.form();
  form.setAttribute('clientName', clientName(client));
  form.setAttribute('brand', toJava({ ...clientBrand(client) }));
  for (const [name, value] of Object.entries(attributes)) if (value !== null) form.setAttribute(name, value);
  return form;
}

function askAddress(context: AuthenticationFlowContext, email: string | null): Response {
  return pageFor(context, { email }).createForm(EMAIL_PAGE);
}

function askAgain(context: AuthenticationFlowContext, email: string, wrong: Problem): Response {
  const status = JavaStatus.fromStatusCode(wrong.status);
  return pageFor(context, { email })
    .setStatus(status)
    .setError(`linkgateError_${wrong.code}`)
    .createForm(EMAIL_PAGE);
}

function inbox(context: AuthenticationFlowContext, sentTo: string): Response {
  const settings = readSettings(context.getSession(), context.getAuthenticationSession().getClient());
  const lifetimeMinutes = Math.ceil(settings.linkLifetimeSeconds / SECONDS_PER_MINUTE);
  return pageFor(context, { sentTo, lifetimeMinutes }).createForm(INBOX_PAGE);
}
