/** The rule that a realm which has passkeys on can offer them: the server and `npm run linkgate -- conformance` tell administrators why not. */
import { type Finding, finding } from '../../platform/errors/finding.ts';
import { PASSKEY_ACTION } from '../../platform/keycloak/provider-ids.ts';
import type { RealmRule } from '../../realm/realm-rules/rule.ts';
import { type Facts, passkeyOffer, type ReasonOf, reasonsOf } from './offer.ts';

/** The levels that concern every user of a realm. */
export type RealmFacts = { readonly [L in 'setting' | 'policy' | 'realm']: () => Facts[L] };

export const PASSKEYS_RULE: RealmRule<RealmFacts> = {
  id: 'passkeys',
  fix: 'Authentication, Policies, WebAuthn passwordless policy: Enable passkeys on, user verification requirement Required, authenticator attachment not Cross-platform, relying party ID empty or a domain of the realm’s host; Required actions: Webauthn Register Passwordless enabled; Flows, the gear of Linkgate: magic link: Remember devices on',
  console: 'authentication/policies',
  page: null,
  problems: (facts) => {
    if (passkeyOffer(facts, 'setting') === 'off') return [];
    return [...reasonsOf(facts, 'policy'), ...reasonsOf(facts, 'realm')].map((reason) =>
      FINDINGS[reason](facts),
    );
  },
};

/** A finding for each reason. */
const FINDINGS: { readonly [R in ReasonOf<'policy' | 'realm'>]: (facts: RealmFacts) => Finding } = {
  'keycloak-off': () => finding('passkeys-keycloak-off'),
  'user-unverified': () => finding('passkeys-user-unverified'),
  'separate-keys': () => finding('passkeys-separate-keys'),
  'rp-id': (facts) => {
    const { rpId, host } = facts.policy();
    return finding('passkeys-rp-id', { rp_id: rpId, host });
  },
  'action-disabled': () => finding('passkeys-action-disabled', { action: PASSKEY_ACTION }),
  'devices-forgotten': () => finding('passkeys-devices-forgotten'),
};
