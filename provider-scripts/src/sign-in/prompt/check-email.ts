/** The "check your email" page: the address, a field for the one-time code, and the link's state. */
import type { AuthenticationFlowContext, KeycloakSession, LoginFormsProvider, Response } from 'keycloak';
import { deviceKey } from '../../accounts/device/cookie.ts';
import { isOnDevice } from '../../accounts/device/rows.ts';
import { hasFeedback, suppressionOf } from '../../email/feedback/record.ts';
import { webmailFor } from '../../email/webmail.ts';
import { TOO_MANY_REQUESTS } from '../../http/response/rate-limit-headers.ts';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { CODES, codeKindOf } from '../../links/magic-link/one-time-code.ts';
import { codeTriesLeft } from '../../links/magic-link/one-time-code-rows.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { toJava } from '../../platform/engine/to-java.ts';
import { baseUrl } from '../../platform/keycloak/base-url.ts';
import { hasCode, type Settings } from '../../realm/flow/parse.ts';
import { lifetimeOf } from '../../realm/language/durations.ts';
import { tagForTimes } from '../../realm/language/selector.ts';
import { timeOfDay } from '../../realm/language/times.ts';
import { note } from '../tabs/notes.ts';
import { pollIntervalSeconds } from './awaited-link.ts';
import type { LastLink } from './last-link.ts';
import { ofEmail } from './of-email.ts';
import { resentLink } from './resend.ts';
import { type Wrong, withWrong } from './wrong.ts';

/** How a page looks, and what only it shows. */
export interface CheckEmailPage {
  template: string;
  form(): LoginFormsProvider;
  settings: Pick<Settings, 'emailContains' | 'linkLifetimeSeconds' | 'rememberDevice'>;
  /** What only this page polls for while the link can be used, and what it shows then. */
  whileWaiting?(
    row: LinkRow,
    codeTriesLeft: number | null,
  ): { polling: Record<string, unknown>; shown: Record<string, unknown> };
}

/** Shows the page in its current state. */
export function showCheckEmail(
  context: AuthenticationFlowContext,
  page: CheckEmailPage,
  { row, state }: LastLink,
  wrong: Wrong | null = null,
): Response {
  const tab = context.getAuthenticationSession();
  const now = currentTime();
  const sentTo = note(tab, 'sentTo') ?? '';
  const webmail = webmailFor(context.getSession(), sentTo);
  // Of a request that exceeded a limit, the page says that no link was sent.
  const isLimited = wrong?.status === TOO_MANY_REQUESTS;
  const resent = isLimited ? null : resentLink(note(tab, 'resent'), row, state, now);
  const open = row !== null && state === 'waiting' ? row : null;
  const triesLeft = open === null ? null : codeTriesLeft(context.getSession(), open.jti);
  const form = withWrong(ofEmail(page.form(), page.settings), wrong, page.settings)
    .setAttribute('sentTo', sentTo)
    .setAttribute('state', state)
    .setAttribute('codeField', hasCode(page.settings) && (triesLeft ?? 0) > 0)
    .setAttribute('lifetime', toJava({ ...lifetimeOf(page.settings.linkLifetimeSeconds) }));
  if (open !== null) {
    const kind = codeKindOf(open);
    form.setAttribute('codeFormat', toJava({ kind, length: CODES[kind].length }));
  }
  if (open !== null && page.settings.rememberDevice && isRejected(context.getSession(), open, now))
    form.setAttribute('isRejected', true);
  if (isLimited) form.setAttribute('resendLimited', true);
  if (webmail !== null) form.setAttribute('webmail', toJava({ ...webmail }));
  if (resent !== null && row !== null)
    form.setAttribute('resent', toJava({ ...resent, time: timeOfDay(tagOf(context), row.issuedAt) }));
  if (open === null) return form.createForm(page.template);
  const { polling = {}, shown = {} } = page.whileWaiting?.(open, triesLeft) ?? {};
  for (const [name, value] of Object.entries(shown)) form.setAttribute(name, value);
  return form
    .setAttribute(
      'polling',
      toJava({
        stateUrl: `${baseUrl(context.getSession())}/sign-in-state?tab_id=${tab.getTabId()}`,
        interval: pollIntervalSeconds(now - open.issuedAt),
        ...polling,
      }),
    )
    .createForm(page.template);
}

/** Whether the address gets no emails, and this browser may know: only one that remembers the account, and so has had its emails before. */
function isRejected(session: KeycloakSession, { email, userId }: LinkRow, now: number): boolean {
  if (userId === null || !hasFeedback(session)) return false;
  const device = deviceKey(session, now);
  return (
    device !== null && isOnDevice(session, device, userId, now) && suppressionOf(session, email) !== null
  );
}

/** The tag for times on the page, whose language Keycloak selects. */
function tagOf(context: AuthenticationFlowContext): string {
  const session = context.getSession();
  return tagForTimes(session, session.getContext().resolveLocale(context.getUser()).toLanguageTag());
}
