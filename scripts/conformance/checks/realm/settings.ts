/** Every setting of the realm, its clients, its client scopes and its steps is one that Linkgate has, with a value that it can have; and says which lack something. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { hasLink } from '../../../../provider-scripts/src/realm/flow/parse.ts';
import { enabledSteps } from '../../../../provider-scripts/src/realm/flow/steps.ts';
import {
  attributeFindings,
  unknownInStep,
} from '../../../../provider-scripts/src/realm/settings/attributes.ts';
import {
  lacksAmong,
  type NeedFacts,
  senderFacts,
} from '../../../../provider-scripts/src/realm/settings/needs.ts';
import { readSetting } from '../../../../provider-scripts/src/realm/settings/read.ts';
import { settingsAt } from '../../../../provider-scripts/src/realm/settings/shown.ts';
import {
  BRANDING_PREFIX,
  CLIENT,
  type Level,
  REALM,
  type RealmKind,
  SETTINGS_OF_LIMITS,
  SIGN_IN,
  SIGN_IN_OF_CLIENT,
  SIGN_IN_OF_CLIENT_LIST,
} from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import type { Configuration } from '../../probe/configuration.ts';
import { expectNone } from '../../probe/fault.ts';
import { realmSettingsOf } from '../../probe/realm-settings.ts';
import { stepConfig } from '../../probe/settings.ts';
import { stepTrees } from '../../probe/step-flows.ts';

/** What has settings: what a report calls it, their texts, and what their needs depend on. */
interface Owner {
  readonly level: Level;
  readonly of: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly facts: NeedFacts;
}

/** The settings whose values other checks judge: `limits`, `link-settings`, and `client-branding`. */
const OF_OTHERS: readonly string[] = [
  ...[...SETTINGS_OF_LIMITS, ...SIGN_IN_OF_CLIENT_LIST].map(({ name }) => name),
];
const isOfOthers = (name: unknown) =>
  OF_OTHERS.includes(String(name)) || String(name).startsWith(BRANDING_PREFIX);

export const SETTINGS: Check = {
  name: 'settings',
  proves: 'contract 9',
  realms: 'both',
  needs: ['admin'],
  fix: 'correct the named setting on Linkgate’s pages, in the realm’s file, or by kcadm; docs/reference.md has the values of each',
  run: async ({ configuration }) => {
    const owners = await ownersOf(configuration);
    expectNone(
      owners.flatMap(({ level, of, texts }) =>
        (level === 'step' ? unknownInStep(texts) : attributeFindings(level, texts))
          .filter(({ values }) => !isOfOthers(values.setting))
          .map(({ message }) => `${of}: ${message}`),
      ),
    );
    const realmKind = await configuration.realmKind();
    const lacks = owners.flatMap(({ level, of, texts, facts }) =>
      lacksAmong(settingsAt({ level, realmKind }), (name) => texts[name], facts).map(
        ({ finding }) => `${of}: ${finding.message}`,
      ),
    );
    return lacks.length === 0 ? undefined : lacks.join('; ');
  },
};

/** The facts leave out what checks of their own tell. */
async function ownersOf(configuration: Configuration): Promise<Owner[]> {
  const { client, realm } = configuration.admin;
  const { registrationAllowed = false } = await configuration.realm();
  const realmKind = await configuration.realmKind();
  const attributes = textsOf(await configuration.attributes());
  const isOn = (setting: typeof REALM.passkeys) => readSetting(setting, attributes[setting.name]);
  const scopes = await client.clientScopes.find({ realm });
  return [
    {
      level: 'realm',
      of: 'realm',
      texts: attributes,
      facts: {
        realmKind,
        accountPage: isOn(REALM.accountPage),
        passkeys: isOn(REALM.passkeys),
        sendsItself: (await realmSettingsOf(configuration)).emailSender === 'smtp',
      },
    },
    ...(await stepsOf(configuration, realmKind, registrationAllowed)),
    ...(await configuration.allClients()).map((client) => ofClient(client, attributes)),
    ...scopes.map(
      ({ name, attributes: own }): Owner => ({
        level: 'scope',
        of: `client scope ${name}`,
        texts: textsOf(own),
        facts: { realmKind },
      }),
    ),
  ];
}

async function stepsOf(
  configuration: Configuration,
  realmKind: RealmKind,
  registrationAllowed: boolean,
): Promise<Owner[]> {
  const owners: Owner[] = [];
  for (const { alias, tree } of await stepTrees(configuration))
    for (const { configId } of enabledSteps(tree, realmKind)) {
      const texts = await stepConfig(configuration, configId);
      const emailContains = readSetting(SIGN_IN.emailContains, texts[SIGN_IN.emailContains.name]);
      owners.push({
        level: 'step',
        of: `flow ${alias}`,
        texts,
        facts: { realmKind, registrationAllowed, hasLink: hasLink({ emailContains }) },
      });
    }
  return owners;
}

function ofClient(
  { clientId, publicClient, attributes }: ClientRepresentation,
  ofRealm: Readonly<Record<string, string>>,
): Owner {
  const texts = textsOf(attributes);
  // Without one of its own, its flow's acts, of which the check of steps tells.
  const emailContains = texts[SIGN_IN_OF_CLIENT.emailContains.name];
  return {
    level: 'client',
    of: `client ${clientId}`,
    texts,
    facts: {
      // Only these have clients' settings.
      realmKind: 'linkgate',
      ...senderFacts(attributed(texts), attributed(ofRealm)),
      ...(emailContains
        ? {
            hasLink: hasLink({ emailContains: readSetting(SIGN_IN_OF_CLIENT.emailContains, emailContains) }),
          }
        : {}),
      isPublic: publicClient === true,
      requiresKey: readSetting(CLIENT.dpop, texts[CLIENT.dpop.name]) === 'required',
      hasRefreshTokens: readSetting(CLIENT.refreshTokens, texts[CLIENT.refreshTokens.name]) !== 'off',
    },
  };
}

function attributed(texts: Readonly<Record<string, string>>) {
  return { getAttribute: (name: string) => texts[name] ?? null };
}

function textsOf(attributes: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );
}
