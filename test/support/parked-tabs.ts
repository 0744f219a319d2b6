/** Tabs that stand in the middle of a sign-in: where, and what the form there would yield to a thief. */
import type { Page } from './agent.ts';
import { hiddenValue } from './form.ts';
import { oneTimePassword } from './level-flow.ts';
import type { SiteClient } from './site.ts';
import { LINK, makeStepRealm, type StepRealm } from './step-realm.ts';

/** Where a tab stands: the required action that makes it stop there, the form that goes on, and the credential that the thief would have. */
export interface Place {
  action: string | null;
  form(page: Page): Record<string, string>;
  credential: string | null;
}

export const PLACES = {
  consent: { action: null, form: () => ({ accept: 'Yes' }), credential: null },
  'a new password': {
    action: 'UPDATE_PASSWORD',
    form: () => ({ 'password-new': 'Correct horse 2', 'password-confirm': 'Correct horse 2' }),
    credential: 'password',
  },
  'an authenticator app': {
    action: 'CONFIGURE_TOTP',
    form: (page) => ({ totp: oneTimePassword(hiddenValue(page, 'totpSecret')) }),
    credential: 'otp',
  },
} satisfies Record<string, Place>;

/** The forms of these places. */
export const PARKED_FORM = /name="(accept|totp|password-new)"/;

/** A stock realm, in whose flows the step stands beside the cookie and the password. */
export interface ParkingRealm {
  realm: StepRealm;
  /** Asks for consent. */
  target: SiteClient;
  other: SiteClient;
}

/** Makes the realm with its clients. */
export async function makeParkingRealm(): Promise<ParkingRealm> {
  const realm = await makeStepRealm(
    { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' },
    { registrationAllowed: true },
  );
  const parts = [
    { provider: 'auth-cookie', requirement: 'ALTERNATIVE' },
    {
      provider: LINK,
      requirement: 'ALTERNATIVE',
      config: { emailContains: 'link-and-code', unverified: 'claim', crossDevice: 'true' },
    },
    { provider: 'auth-username-password-form', requirement: 'ALTERNATIVE' },
  ] as const;
  const target = await realm.makeClient(parts, { consentRequired: true });
  return { realm, target, other: await realm.makeClient(parts) };
}
