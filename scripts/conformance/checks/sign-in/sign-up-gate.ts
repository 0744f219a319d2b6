/** While sign-up is closed, a new account needs a referral code that is valid. */
import type { Check } from '../../probe/check.ts';
import { expectRestError } from '../../probe/expectations.ts';
import { NotApplicable } from '../../probe/fault.ts';
import { freshAddress } from '../../probe/requests.ts';
import { settingsFor } from '../../probe/settings.ts';
import { CODE_ONLY, CODE_ONLY_REASON } from '../../probe/sign-ins.ts';

export const SIGN_UP_GATE: Check = {
  name: 'sign-up-gate',
  proves: 'contract 4.8, 7.2',
  needs: ['confidential', 'referral'],
  fix: 'the setting Sign-up of the step "Linkgate: magic link" is closed; create codes with npm run linkgate -- referrals create --apply',
  run: async (probe) => {
    const { client_id, redirect_uri } = probe.client('confidential');
    const { admin } = probe.target;
    if (admin && (await settingsFor(probe.configuration, client_id)).signUp === 'open')
      throw new NotApplicable(`sign-up is open for client ${client_id}`);
    const body = { email: freshAddress(), client_id, redirect_uri };
    const without = await probe.postJson('/request-magic-link', body);
    if (without.status === CODE_ONLY) throw new NotApplicable(CODE_ONLY_REASON);
    expectRestError('without a code', without, 403, 'referral_required');
    const wrong = await probe.postJson('/request-magic-link', { ...body, referral_code: 'conformance-none' });
    expectRestError('with a wrong code', wrong, 403, 'invalid_referral_code');
  },
};
