/** Problems of settings: what is malformed, unknown or called otherwise now, and what is on while something that it needs is off. */
import type { ClientModel, KeycloakSession } from 'keycloak';
import { type ClientAttribute, remarkableAttributes } from '../../../clients/settings-rows.ts';
import { log } from '../../../platform/engine/log.ts';
import { FINDINGS } from '../../../platform/errors/catalogue/findings.ts';
import type { Finding } from '../../../platform/errors/finding.ts';
import { fill } from '../../../platform/errors/text.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { cachedWithRealm, isCached } from '../../../platform/session/cached-with-realm.ts';
import { attributeFindings, settingNamed, stepFindings } from '../../../realm/settings/attributes.ts';
import { isLinkgateRealm, kindOf } from '../../../realm/settings/enabled.ts';
import { type Lack, lacksAmong, lacksOf, type NeedFacts } from '../../../realm/settings/needs.ts';
import { settingsAt } from '../../../realm/settings/shown.ts';
import { REALM, SETTINGS_OF_LIMITS } from '../../../realm/settings/table.ts';
import { clientFacts, needFacts, stepFacts } from '../settings/facts.ts';
import { realmSteps } from '../settings/steps.ts';

/** A problem, and where it can be fixed. */
export interface SettingProblem {
  readonly id: 'settings' | 'settings-without-effect';
  readonly detail: Finding;
  readonly page: 'clients' | 'settings' | null;
  readonly console: string | null;
}

/** Where a setting is: what the finding adds to its name, and the page that shows it. */
interface Owner {
  readonly name: string | null;
  readonly page: 'clients' | 'settings';
}

const OF_REALM: Owner = { name: null, page: 'settings' };

/** What the problems `limits` and `passkeys` tell. */
const TOLD: readonly string[] = SETTINGS_OF_LIMITS.map(({ name }) => name);

/** All problems of a realm's settings, its steps' and its clients'. */
export function settingProblems(session: KeycloakSession): SettingProblem[] {
  const facts = needFacts(session);
  const problems = ownSettingProblems(session, facts);
  const realm = requireRealm(session);
  if (!isLinkgateRealm(realm)) return problems;
  for (const one of remarkableAttributes(session))
    problems.push(...ofClient(one, realm.getClientById(one.id)));
  return problems;
}

/** Those of the realm and its steps. */
function ownSettingProblems(session: KeycloakSession, facts: NeedFacts): SettingProblem[] {
  const realm = requireRealm(session);
  const realmKind = kindOf(realm);
  const attributes = Java.record(realm.getAttributes());
  const problems = attributeFindings('realm', attributes)
    .filter(({ values }) => !TOLD.includes(String(values.setting)))
    .map((found) => wrong(found, OF_REALM));
  const ofRealm = settingsAt({ level: 'realm', realmKind });
  problems.push(
    ...lacking(
      lacksAmong(ofRealm, (name) => attributes[name], facts),
      OF_REALM,
    ),
  );
  const ofStep = settingsAt({ level: 'step', realmKind });
  for (const { step, flow } of realmSteps(realm)) {
    const owner: Owner = { name: flow, page: 'settings' };
    problems.push(...stepFindings(step.config).map((found) => wrong(found, owner)));
    problems.push(
      ...lacking(
        lacksAmong(ofStep, (name) => step.config[name], stepFacts(facts, step.config)),
        owner,
      ),
    );
  }
  return problems;
}

/** Says in the log what has no effect, once until the realm changes, and not at all where that can't be remembered: it reads all flows. What is malformed in a step is said where that is read, as is the realm's switch. */
export function warnOfSettings(session: KeycloakSession): void {
  const realm = requireRealm(session);
  if (!isCached(realm)) return;
  cachedWithRealm(realm, 'settings-said', () => {
    for (const { detail } of ownSettingProblems(session, needFacts(session)))
      if (!isSaidByReader(detail)) log.warn(`realm "${realm.getName()}": ${detail.message}`);
    return true;
  });
}

function isSaidByReader({ id, values }: Finding): boolean {
  const name = String(values.setting);
  return (
    id.startsWith('value-') && (name === REALM.enabled.name || settingNamed('realm', name) === undefined)
  );
}

function ofClient({ clientId, name, value }: ClientAttribute, client: ClientModel | null): SettingProblem[] {
  const owner: Owner = { name: clientId, page: 'clients' };
  const found = attributeFindings('client', { [name]: value }).map((one) => wrong(one, owner));
  const setting = settingNamed('client', name);
  if (client === null || setting === undefined) return found;
  return [...found, ...lacking(lacksOf(setting, value, clientFacts(client)), owner)];
}

function wrong(found: Finding, owner: Owner): SettingProblem {
  return { id: 'settings', detail: at(found, owner), page: owner.page, console: null };
}

function lacking(lacks: readonly Lack[], owner: Owner): SettingProblem[] {
  return lacks
    .filter(({ need }) => need.id !== 'passkeys-of-keycloak')
    .map(({ need, finding }) => ({
      id: 'settings-without-effect',
      detail: at(finding, owner),
      page: need.setting === null ? null : owner.page,
      console: need.console,
    }));
}

/** The finding with the setting's owner beside its name. */
function at(found: Finding, { name }: Owner): Finding {
  if (name === null) return found;
  const values = { ...found.values, setting: `${found.values.setting} (${name})` };
  return { ...found, values, message: fill(FINDINGS[found.id], values) };
}
