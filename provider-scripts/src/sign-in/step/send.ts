/** Sends a step's link, and remembers it in the tab and the browser. */
import type { AuthenticationFlowContext, AuthenticationSessionModel } from 'keycloak';
import { shieldResponse } from '../../http/pages/shield.ts';
import type { LinkRequest, StepRequest } from '../../links/magic-link/link.ts';
import { newLinkId, sendLink } from '../../links/magic-link/send.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { FIRST_BROKER_LOGIN } from '../../platform/keycloak/flow-paths.ts';
import type { StepSettings } from '../../realm/flow/parse.ts';
import { linkLimits, stepLinkLimits } from '../../realm/limits/count.ts';
import { waitFor } from '../cross-device/waiting.ts';
import { rememberSent, sentByStep } from '../prompt/last-link.ts';
import { brokeredAlias } from '../provider/brokered.ts';
import { note, setNote, storeInRequest } from '../tabs/notes.ts';
import { requestOf } from '../tabs/request-of-tab.ts';
import { storeWaiting } from '../tabs/waiting-cookie.ts';
import { offersCrossDevice } from './cross-device.ts';
import type { TabInvitation } from './invited.ts';
import type { Recipient } from './recipient.ts';
import { wantsRememberMe } from './remember-me.ts';

/** What the link is sent for. */
interface Sending {
  /** What the user typed, which the page repeats; empty if the flow has identified the user. */
  typed: string;
  /** Whether the user asked for another one. */
  isResend: boolean;
  /** Whether another factor has proven the user. */
  isProven?: boolean;
  /** The invitation that it accepts. */
  accepts?: TabInvitation | null;
}

/**
 * Sends the link.
 *
 * @returns why nothing was sent; null if it was, or if the user must not learn that it wasn't
 */
export function send(
  context: AuthenticationFlowContext,
  settings: StepSettings,
  { email, account, withheld, limitedBy, deliversTo }: Recipient,
  { typed, isResend, isProven = false, accepts = null }: Sending,
): Problem | null {
  const session = context.getSession();
  const tab = context.getAuthenticationSession();
  const jti = newLinkId();
  const now = currentTime();
  const previous = previousLink(context, typed);
  const waiting = offersCrossDevice(settings, context.getFlowPath())
    ? waitFor(session, tab, { email, jti, previous }, now)
    : null;
  const request = {
    ...requestOfStep(context, tab, withheld),
    ...(accepts === null ? {} : { invitation: accepts.key }),
  };
  const unsent = sendLink(session, {
    client: tab.getClient(),
    email,
    request: waiting === null ? request : { ...request, requester: waiting.requester },
    settings: accepts === null ? settings : { ...settings, signUp: 'open' },
    jti,
    takesCode: true,
    crossDeviceKey: waiting === null ? null : waiting.crossDeviceKey,
    account,
    cause:
      isProven || accepts !== null
        ? { by: 'holder' }
        : { by: 'stranger', typed: limitedBy, response: shieldResponse(session) },
    limitKeys:
      deliversTo === null ? linkLimits(session, limitedBy) : stepLinkLimits(session, limitedBy, deliversTo),
  });
  if (unsent !== null) return unsent;
  if (waiting === null) storeWaiting(session, tab, { jti, previous: null }, now);
  else waiting.store();
  rememberSent(tab, { sentTo: typed, jti, isResend });
  setNote(tab, 'step', context.getExecution().getId());
  return null;
}

/** The link that this step sent from this tab before, for the same name, or the user whom the flow has identified. */
function previousLink(context: AuthenticationFlowContext, typed: string): string | null {
  const tab = context.getAuthenticationSession();
  return sentByStep(context) && note(tab, 'sentTo') === typed ? note(tab, 'link') : null;
}

/** The request of a tab, as the link carries it. */
function requestOfStep(
  context: AuthenticationFlowContext,
  tab: AuthenticationSessionModel,
  withheld: boolean,
): LinkRequest {
  if (note(tab, 'chosenFlow') !== null) storeInRequest(tab);
  return {
    ...requestOf(tab),
    step: context.getExecution().getId(),
    ofStep: {
      flowPath: context.getFlowPath(),
      protocol: tab.getProtocol(),
      conditions: conditionsOf(tab),
      ...(withheld ? { withheld: true as const } : {}),
      ...(wantsRememberMe(tab) ? { rememberMe: true as const } : {}),
      ...originOf(context),
    },
  };
}

/** The provider that a first sign-in comes from. */
export function originOf(context: AuthenticationFlowContext): Pick<StepRequest, 'provider'> {
  const alias =
    context.getFlowPath() === FIRST_BROKER_LOGIN ? brokeredAlias(context.getAuthenticationSession()) : null;
  return alias === null ? {} : { provider: alias };
}

/** Keycloak's status of a condition that holds. */
const HOLDS = 'EVALUATED_TRUE';

function conditionsOf(tab: AuthenticationSessionModel): string[] {
  const statuses = tab.getExecutionStatus();
  const conditions: string[] = [];
  for (const id of statuses.keySet().toArray()) if (String(statuses.get(id)) === HOLDS) conditions.push(id);
  return conditions;
}
