/** The page after an identity provider: confirms the address by a link, or asks for what a new account needs. */
import type { AuthenticationFlowContext, Response } from 'keycloak';
import type { Settings } from '../../realm/flow/parse.ts';
import { ofEmail } from '../prompt/of-email.ts';
import { type Wrong, withWrong } from '../prompt/wrong.ts';
import type { Brokered } from '../provider/brokered.ts';
import { PREFILLED_REFERRAL_NOTE } from '../tabs/client-notes.ts';

const PAGE = 'linkgate-provider.ftl';

/** What the page shows. */
export interface SignUpPage {
  user: Brokered;
  settings: Settings;
  /** Whether the address needs no link. */
  isProven: boolean;
  /** Whether a new account needs a referral code. */
  referralField: boolean;
  /** What was typed as address; the provider has none then. */
  typed: string;
  wrong: Wrong | null;
}

export function showSignUp(
  context: AuthenticationFlowContext,
  { user, settings, isProven, referralField, typed, wrong }: SignUpPage,
): Response {
  const page = ofEmail(context.form(), settings)
    .setAttribute('providerName', user.providerName)
    .setAttribute('isProven', isProven)
    .setAttribute('hasAddress', user.email !== null)
    .setAttribute('email', user.email ?? typed)
    .setAttribute('referralField', referralField)
    .setAttribute('referralCode', referralCode(context));
  return withWrong(page, wrong, settings).createForm(PAGE);
}

/** What was typed, or else the code of the link with which the sign-in started. */
function referralCode(context: AuthenticationFlowContext): string {
  const typed = context.getHttpRequest().getDecodedFormParameters()?.getFirst('referral_code') ?? null;
  return typed ?? context.getAuthenticationSession().getClientNote(PREFILLED_REFERRAL_NOTE) ?? '';
}
