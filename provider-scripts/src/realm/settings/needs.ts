/** What settings need to have an effect: whether it is on, by what is known, and where it is turned on. */
import { type Finding, finding } from '../../platform/errors/finding.ts';
import { type Attributed, settingOf } from './of.ts';
import { hasDomainOf } from './sender-domains.ts';
import { isOn, type ShownNeed } from './shown.ts';
import { actsIn, CLIENT, type Need, REALM, type RealmKind, type Setting, SIGN_IN } from './table.ts';

/** What needs depend on; unknown facts are no reason against one. */
export interface NeedFacts {
  readonly realmKind?: RealmKind;
  readonly registrationAllowed?: boolean;
  /** Whether passkeys could be offered if their switch were on. */
  readonly offersPasskeys?: boolean;
  /** Whether Keycloak's client for users' own page is enabled. */
  readonly hasAccountClient?: boolean;
  /** Whether these settings are on: the realm's, and that of the step in its flow. */
  readonly accountPage?: boolean;
  readonly passkeys?: boolean;
  readonly rememberDevice?: boolean;
  readonly signUpRules?: boolean;
  /** What sends the realm's emails: whether it is Linkgate, in one of its steps at least. */
  readonly sendsItself?: boolean;
  /** Whether the client names a route that the realm has, and a sender of a domain that the realm lists. */
  readonly hasEmailRoute?: boolean;
  readonly hasSenderDomain?: boolean;
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

/** A need: when it isn't met, and where it is turned on. */
interface Rule extends Home {
  /** The only realms that have it. */
  readonly realms?: RealmKind;
  isUnmet(facts: NeedFacts): boolean;
}

const inConsole = (console: string): Home => ({ console, setting: null });
const bySetting = ({ name }: Setting): Home => ({ console: null, setting: name });

const RULES: Readonly<Record<Need, Rule>> = {
  'account-page': {
    ...bySetting(REALM.accountPage),
    isUnmet: ({ accountPage }) => accountPage === false,
  },
  'bound-tokens': {
    ...inConsole('clients'),
    isUnmet: ({ bindsTokens }) => bindsTokens === false,
  },
  'client-account': {
    ...inConsole('clients'),
    isUnmet: ({ hasAccountClient }) => hasAccountClient === false,
  },
  'confidential-or-bound': {
    ...bySetting(CLIENT.dpop),
    isUnmet: ({ isPublic, requiresKey }) => isPublic === true && requiresKey === false,
  },
  'email-route': {
    ...bySetting(REALM.emailRoutes),
    isUnmet: ({ hasEmailRoute }) => hasEmailRoute === false,
  },
  'link-in-email': {
    ...bySetting(SIGN_IN.emailContains),
    isUnmet: ({ hasLink }) => hasLink === false,
  },
  'own-sender': {
    ...bySetting(SIGN_IN.emailSender),
    isUnmet: ({ sendsItself }) => sendsItself === false,
  },
  passkeys: {
    ...bySetting(REALM.passkeys),
    isUnmet: ({ passkeys }) => passkeys === false,
  },
  'passkeys-of-keycloak': {
    ...inConsole('authentication/policies'),
    isUnmet: ({ offersPasskeys }) => offersPasskeys === false,
  },
  'refresh-tokens': {
    ...bySetting(CLIENT.refreshTokens),
    isUnmet: ({ hasRefreshTokens }) => hasRefreshTokens === false,
  },
  // In a Linkgate realm, Keycloak's own registration has to be off.
  registration: {
    ...inConsole('realm-settings/login'),
    realms: 'stock',
    isUnmet: ({ registrationAllowed }) => registrationAllowed === false,
  },
  'remember-device': {
    ...bySetting(SIGN_IN.rememberDevice),
    isUnmet: ({ rememberDevice }) => rememberDevice === false,
  },
  'sign-up-rules': {
    ...bySetting(REALM.signUpRules),
    isUnmet: ({ signUpRules }) => signUpRules === false,
  },
  'sender-domain': {
    ...bySetting(REALM.senderDomains),
    isUnmet: ({ hasSenderDomain }) => hasSenderDomain === false,
  },
};

/** Whether a client's sender and route are ones of its realm; both have attributes. */
export function senderFacts(
  client: Attributed,
  realm: Attributed,
): Pick<NeedFacts, 'hasEmailRoute' | 'hasSenderDomain'> {
  const route = settingOf(client, CLIENT.emailRoute);
  const from = settingOf(client, CLIENT.emailFrom);
  return {
    hasEmailRoute: settingOf(realm, REALM.emailRoutes).some(({ name }) => name === route),
    hasSenderDomain: hasDomainOf(from, settingOf(realm, REALM.senderDomains)),
  };
}

/** The needs of a setting with this text in such a realm; those of one that isn't on are met. */
export function needsOf(setting: Setting, text: string | null, facts: NeedFacts): ShownNeed[] {
  const { realmKind } = facts;
  const ids = (setting.needs ?? []).filter((id) => realmKind === undefined || actsIn(RULES[id], realmKind));
  return ids.map((id) => {
    const { isUnmet, console, setting: by } = RULES[id];
    return { id, met: !isOn(setting, text) || !isUnmet(facts), console, setting: by };
  });
}

/** The finding about a setting that lacks this. */
export function lackOf(need: Need, setting: string): Finding {
  return finding(`need-${need}`, { setting });
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
    .map((need) => ({ need, finding: lackOf(need.id, setting.name) }));
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
