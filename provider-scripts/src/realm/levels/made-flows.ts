/** The flows of clients with a second factor, as Linkgate makes them; Keycloak runs them. */

import { EMAIL_AUTHENTICATOR } from '../../platform/keycloak/provider-ids.ts';
import { LEVEL_CONDITION, LEVEL_SETTING, MAX_AGE_SETTING, SUB_FLOW_CONDITION } from './granted.ts';
import { FACTOR_LEVEL, LINK_LEVEL } from './setting.ts';

/** The flow of a client's sign-in. */
export const SECOND_FACTOR_FLOW = 'linkgate second factor';
/** The flow after an identity provider, which stands for the link. */
export const AFTER_PROVIDER_FLOW = 'linkgate second factor after a provider';

/** Keycloak's forms of one-time passwords and of recovery codes. */
const OTP = 'auth-otp-form';
export const RECOVERY_CODES = 'auth-recovery-authn-code-form';
const ALLOW = 'allow-access-authenticator';
const HAS_CREDENTIAL = 'conditional-user-configured';

/** How long a level counts, in seconds: the longest session without _Remember me_. */
const LEVEL_SECONDS = 172_800;

/** A part of a flow to make: an authenticator with its settings, or a sub-flow. */
export type MadePart = MadeAuthenticator | MadeSubFlow;

interface MadeAuthenticator {
  readonly requirement: 'REQUIRED' | 'ALTERNATIVE';
  readonly authenticator: string;
  readonly config?: Readonly<Record<string, string>>;
}

interface MadeSubFlow {
  readonly requirement: 'CONDITIONAL';
  readonly alias: string;
  readonly parts: readonly MadePart[];
}

/** A flow to make. */
export interface MadeFlow {
  readonly alias: string;
  readonly description: string;
  readonly parts: readonly MadePart[];
}

/** Both flows; without recovery codes on a server that has switched them off. */
export function secondFactorFlows(hasRecoveryCodes: boolean): readonly MadeFlow[] {
  return [
    {
      alias: SECOND_FACTOR_FLOW,
      description: 'Made by Linkgate for clients with a second factor: a link, then a one-time password',
      parts: [
        level(SECOND_FACTOR_FLOW, LINK_LEVEL, LEVEL_SECONDS, [required(EMAIL_AUTHENTICATOR)]),
        factorLevel(SECOND_FACTOR_FLOW, hasRecoveryCodes),
      ],
    },
    {
      alias: AFTER_PROVIDER_FLOW,
      description:
        'Made by Linkgate for clients with a second factor, after a sign-in at an identity provider',
      parts: [
        level(AFTER_PROVIDER_FLOW, LINK_LEVEL, 0, [required(ALLOW)]),
        factorLevel(AFTER_PROVIDER_FLOW, hasRecoveryCodes),
      ],
    },
  ];
}

/**
 * The second factor: what the user has set up, or else its set-up. Alternatives can't be set up, and required forms accept no others: a user
 * without any therefore has a sub-flow of their own, which runs only if the other one didn't.
 */
function factorLevel(flow: string, hasRecoveryCodes: boolean): MadeSubFlow {
  const codes = hasRecoveryCodes ? [RECOVERY_CODES] : [];
  const existing = `${flow}: existing`;
  return level(flow, FACTOR_LEVEL, LEVEL_SECONDS, [
    {
      requirement: 'CONDITIONAL',
      alias: existing,
      parts: [
        required(HAS_CREDENTIAL),
        ...[OTP, ...codes].map((authenticator) => ({ requirement: 'ALTERNATIVE' as const, authenticator })),
      ],
    },
    {
      requirement: 'CONDITIONAL',
      alias: `${flow}: set-up`,
      parts: [
        required(SUB_FLOW_CONDITION, { flow_to_check: existing, check_result: 'not-executed' }),
        ...[OTP, ...codes].map((authenticator) => required(authenticator)),
      ],
    },
  ]);
}

function level(flow: string, number: number, seconds: number, parts: readonly MadePart[]): MadeSubFlow {
  const settings = { [LEVEL_SETTING]: String(number), [MAX_AGE_SETTING]: String(seconds) };
  return {
    requirement: 'CONDITIONAL',
    alias: `${flow}: level ${number}`,
    parts: [required(LEVEL_CONDITION, settings), ...parts],
  };
}

function required(authenticator: string, config?: Readonly<Record<string, string>>): MadeAuthenticator {
  return { requirement: 'REQUIRED', authenticator, ...(config === undefined ? {} : { config }) };
}
