/** What settings need to have an effect: whether it is on, by what is known, and where it is turned on. */
import type { ShownNeed } from '../settings/shown.ts';
import { CLIENT, type Need, REALM, type Setting, SIGN_IN } from '../settings/table.ts';

/** What needs depend on in a realm. */
export interface RealmNeedFacts {
  isLinkgateRealm: boolean;
  registrationAllowed: boolean;
  /** Whether passkeys could be offered if their switch were on. */
  offersPasskeys: boolean;
  /** Whether Keycloak's client for users' own page is enabled. */
  hasAccountClient: boolean;
  /** Whether these settings are on: the realm's, and that of the step in its flow. */
  accountPage: boolean;
  passkeys: boolean;
  rememberDevice: boolean;
}

/** What they depend on in a client. */
export interface ClientNeedFacts {
  isPublic: boolean;
  /** Whether Keycloak binds its tokens. */
  bindsTokens: boolean;
  /** Whether it gets refresh tokens. */
  hasRefreshTokens: boolean;
}

type Facts = RealmNeedFacts & Partial<ClientNeedFacts>;

/** A need: whether it is met (unknown facts are no reason against it), and where it is turned on: in the console, or by a setting. */
interface Rule {
  isMet(facts: Facts): boolean;
  readonly console: string | null;
  readonly setting: string | null;
}

const RULES: Readonly<Record<Need, Rule>> = {
  'account-page': { isMet: (facts) => facts.accountPage, console: null, setting: REALM.accountPage.name },
  'bound-tokens': { isMet: ({ bindsTokens }) => bindsTokens !== false, console: 'clients', setting: null },
  'client-account': { isMet: (facts) => facts.hasAccountClient, console: 'clients', setting: null },
  'confidential-or-bound': {
    isMet: ({ isPublic, bindsTokens }) => isPublic !== true || bindsTokens !== false,
    console: null,
    setting: CLIENT.dpop.name,
  },
  passkeys: { isMet: (facts) => facts.passkeys, console: null, setting: REALM.passkeys.name },
  'passkeys-of-keycloak': {
    isMet: (facts) => facts.offersPasskeys,
    console: 'authentication/policies',
    setting: null,
  },
  'refresh-tokens': {
    isMet: ({ hasRefreshTokens }) => hasRefreshTokens !== false,
    console: null,
    setting: CLIENT.refreshTokens.name,
  },
  // In a Linkgate realm, Keycloak's own registration has to be off.
  registration: {
    isMet: ({ isLinkgateRealm, registrationAllowed }) => isLinkgateRealm || registrationAllowed,
    console: 'realm-settings/login',
    setting: null,
  },
  'remember-device': {
    isMet: (facts) => facts.rememberDevice,
    console: null,
    setting: SIGN_IN.rememberDevice.name,
  },
};

/** The needs of a setting; those of one that isn't on are met. */
export function needsOf({ needs = [] }: Setting, isOn: boolean, facts: Facts): ShownNeed[] {
  return needs.map((id) => {
    const { isMet, console, setting } = RULES[id];
    return { id, met: !isOn || isMet(facts), console, setting };
  });
}
