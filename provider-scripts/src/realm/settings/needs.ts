/** What settings need to have an effect: whether it is on, by what is known, and where it is turned on. */
import { type Finding, finding } from '../../platform/errors/finding.ts';
import { isOn, type ShownNeed } from './shown.ts';
import { CLIENT, type Need, REALM, type Setting, SIGN_IN } from './table.ts';

/** What needs depend on; unknown facts are no reason against one. */
export interface NeedFacts {
  readonly isLinkgateRealm?: boolean;
  readonly registrationAllowed?: boolean;
  /** Whether passkeys could be offered if their switch were on. */
  readonly offersPasskeys?: boolean;
  /** Whether Keycloak's client for users' own page is enabled. */
  readonly hasAccountClient?: boolean;
  /** Whether these settings are on: the realm's, and that of the step in its flow. */
  readonly accountPage?: boolean;
  readonly passkeys?: boolean;
  readonly rememberDevice?: boolean;
  /** Whether emails of the step, or of the client, carry a link. */
  readonly hasLink?: boolean;
  /** Of a client. */
  readonly isPublic?: boolean;
  /** Whether Keycloak binds its tokens to a key, and whether it has to prove that it has the key. */
  readonly bindsTokens?: boolean;
  readonly requiresKey?: boolean;
  readonly hasRefreshTokens?: boolean;
}

/** Where something is turned on: a page of the console, or a setting. */
type Home = Pick<ShownNeed, 'console' | 'setting'>;

/** A need: when it isn't met, where it is turned on, and the finding about a setting that lacks it. */
interface Rule extends Home {
  isUnmet(facts: NeedFacts): boolean;
  lacking(setting: string): Finding;
}

const inConsole = (console: string): Home => ({ console, setting: null });
const bySetting = ({ name }: Setting): Home => ({ console: null, setting: name });

const RULES: Readonly<Record<Need, Rule>> = {
  'account-page': {
    ...bySetting(REALM.accountPage),
    isUnmet: ({ accountPage }) => accountPage === false,
    lacking: (setting) => finding('need-account-page', { setting }),
  },
  'bound-tokens': {
    ...inConsole('clients'),
    isUnmet: ({ bindsTokens }) => bindsTokens === false,
    lacking: (setting) => finding('need-bound-tokens', { setting }),
  },
  'client-account': {
    ...inConsole('clients'),
    isUnmet: ({ hasAccountClient }) => hasAccountClient === false,
    lacking: (setting) => finding('need-client-account', { setting }),
  },
  'confidential-or-bound': {
    ...bySetting(CLIENT.dpop),
    isUnmet: ({ isPublic, requiresKey }) => isPublic === true && requiresKey === false,
    lacking: (setting) => finding('need-confidential-or-bound', { setting }),
  },
  'link-in-email': {
    ...bySetting(SIGN_IN.emailContains),
    isUnmet: ({ hasLink }) => hasLink === false,
    lacking: (setting) => finding('need-link-in-email', { setting }),
  },
  passkeys: {
    ...bySetting(REALM.passkeys),
    isUnmet: ({ passkeys }) => passkeys === false,
    lacking: (setting) => finding('need-passkeys', { setting }),
  },
  'passkeys-of-keycloak': {
    ...inConsole('authentication/policies'),
    isUnmet: ({ offersPasskeys }) => offersPasskeys === false,
    lacking: (setting) => finding('need-passkeys-of-keycloak', { setting }),
  },
  'refresh-tokens': {
    ...bySetting(CLIENT.refreshTokens),
    isUnmet: ({ hasRefreshTokens }) => hasRefreshTokens === false,
    lacking: (setting) => finding('need-refresh-tokens', { setting }),
  },
  // In a Linkgate realm, Keycloak's own registration has to be off.
  registration: {
    ...inConsole('realm-settings/login'),
    isUnmet: ({ isLinkgateRealm, registrationAllowed }) =>
      isLinkgateRealm === false && registrationAllowed === false,
    lacking: (setting) => finding('need-registration', { setting }),
  },
  'remember-device': {
    ...bySetting(SIGN_IN.rememberDevice),
    isUnmet: ({ rememberDevice }) => rememberDevice === false,
    lacking: (setting) => finding('need-remember-device', { setting }),
  },
};

/** The needs of a setting with this text; those of one that isn't on are met. */
export function needsOf(setting: Setting, text: string | null, facts: NeedFacts): ShownNeed[] {
  return (setting.needs ?? []).map((id) => {
    const { isUnmet, console, setting: by } = RULES[id];
    return { id, met: !isOn(setting, text) || !isUnmet(facts), console, setting: by };
  });
}

/** A need that a setting lacks, and what is said about it. */
export interface Lack {
  readonly need: ShownNeed;
  readonly finding: Finding;
}

/** What a setting with this text lacks. */
export function lacksOf(setting: Setting, text: string | null, facts: NeedFacts): Lack[] {
  return needsOf(setting, text, facts)
    .filter(({ met }) => !met)
    .map((need) => ({ need, finding: RULES[need.id].lacking(setting.name) }));
}

/**
 * What settings that act in this kind of realm lack.
 *
 * @param raw their stored texts, by name
 */
export function lacksAmong(
  settings: readonly Setting[],
  raw: (name: string) => string | null | undefined,
  facts: NeedFacts,
): Lack[] {
  const found: Lack[] = [];
  for (const setting of settings) found.push(...lacksOf(setting, raw(setting.name) ?? null, facts));
  return found;
}
