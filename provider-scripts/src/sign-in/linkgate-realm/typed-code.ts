/** Handles a one-time code typed on the "check your email" page: the right code uses the tab's link, and the sign-in continues here. */
import type { AuthenticationFlowContext, Response } from 'keycloak';
import { isFromElsewhere } from '../../links/magic-link/network.ts';
import { readOneTimeCode } from '../../links/magic-link/one-time-code/code.ts';
import { counted } from '../../realm/language/durations.ts';
import type { Settings } from '../../realm/settings/parse.ts';
import { type Proof, proofOfLink } from '../tabs/proof.ts';
import { resumeSignIn } from '../tabs/resume-sign-in.ts';
import { lastLink, showCheckEmail } from './check-email.ts';
import { continueInTab, rejectedPage } from './continue-in-tab.ts';
import { settingsOf } from './pages.ts';
import { tryCode } from './try-code.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** Completes the step, or shows the page again with the error. */
export function handleTypedCode(context: AuthenticationFlowContext, typed: string): void {
  const settings = settingsOf(context);
  const checked = checkCode(context, settings, typed);
  if ('page' in checked) context.forceChallenge(checked.page);
  else continueInTab(context, resumeSignIn(context.getSession(), checked));
}

interface RejectedCode {
  page: Response;
}

/** Returns the proof, or the page that shows why the code was rejected. */
function checkCode(
  context: AuthenticationFlowContext,
  settings: Settings,
  typed: string,
): Proof | RejectedCode {
  const session = context.getSession();
  const { row, state } = lastLink(context);
  if (row === null || state !== 'waiting' || !settings.code)
    return { page: showCheckEmail(context, settings) };
  const code = readOneTimeCode(typed);
  if (code === null)
    return {
      page: showCheckEmail(context, settings, { key: 'linkgateCodeMalformed', parameters: [], typed }),
    };
  if (isFromElsewhere(session, row, settings))
    return rejectedCode(context, settings, 'linkgateCodeElsewhere');
  const tried = tryCode(session, row, code, settings, Time.currentTime());
  if (tried === 'limited') return rejectedCode(context, settings, 'linkgateCodeLimited');
  if ('triesLeft' in tried) {
    const { triesLeft } = tried;
    return triesLeft > 0
      ? rejectedCode(context, settings, 'linkgateCodeWrong', ...counted(triesLeft))
      : rejectedCode(context, settings, 'linkgateCodeSpent');
  }
  if ('rejection' in tried) return { page: rejectedPage(context, settings, row, tried.rejection) };
  return proofOfLink(row, context.getAuthenticationSession().getClient(), tried, 'code');
}

function rejectedCode(
  context: AuthenticationFlowContext,
  settings: Settings,
  key: string,
  ...parameters: (number | string)[]
): RejectedCode {
  return { page: showCheckEmail(context, settings, { key, parameters }) };
}
