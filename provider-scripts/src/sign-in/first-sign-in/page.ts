/** The page after an identity provider: confirms the address by a link, or asks for what a new account needs. */
import type { AuthenticationFlowContext, Response } from 'keycloak';
import type { Problem } from '../../platform/errors/problem.ts';
import type { Brokered } from '../provider/brokered.ts';
import { wrongOf } from '../step/pages.ts';
import { BROUGHT_REFERRAL_NOTE } from '../tabs/client-notes.ts';

const FormMessage = Java.type('org.keycloak.models.utils.FormMessage');
const JavaStatus = Java.type('jakarta.ws.rs.core.Response$Status');

const PAGE = 'linkgate-provider.ftl';

/** What the page shows. */
export interface SignUpPage {
  user: Brokered;
  /** Whether the address needs no link. */
  isProven: boolean;
  /** Whether a new account needs a referral code. */
  referralField: boolean;
  /** What was typed as address; the provider has none then. */
  typed: string;
  wrong: Problem | 'invalid-address' | null;
}

/** The fields that a problem is about, by its code. */
const FIELDS: Readonly<Record<string, string>> = {
  referral_required: 'referral_code',
  invalid_referral_code: 'referral_code',
};

/** Shows it. */
export function showSignUp(
  context: AuthenticationFlowContext,
  { user, isProven, referralField, typed, wrong }: SignUpPage,
): Response {
  const page = context
    .form()
    .setAttribute('providerName', user.providerName)
    .setAttribute('isProven', isProven)
    .setAttribute('hasAddress', user.email !== null)
    .setAttribute('email', user.email ?? typed)
    .setAttribute('referralField', referralField)
    .setAttribute('referralCode', referralCode(context));
  if (wrong === null) return page.createForm(PAGE);
  if (wrong === 'invalid-address')
    return page.addError(new FormMessage('email', 'linkgateInvalidEmail')).createForm(PAGE);
  const { key, parameters = [] } = wrongOf(wrong);
  page.setStatus(JavaStatus.fromStatusCode(wrong.status));
  const field = FIELDS[wrong.code];
  return (
    field === undefined
      ? page.setError(key, [...parameters])
      : page.addError(new FormMessage(field, key, [...parameters]))
  ).createForm(PAGE);
}

/** What was typed, or else the code of the link with which the sign-in started. */
function referralCode(context: AuthenticationFlowContext): string {
  const typed = context.getHttpRequest().getDecodedFormParameters()?.getFirst('referral_code') ?? null;
  return typed ?? context.getAuthenticationSession().getClientNote(BROUGHT_REFERRAL_NOTE) ?? '';
}
