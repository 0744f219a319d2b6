/** Checks the settings of a realm file before they are written: what Linkgate wouldn't accept is an error. */

import { BOUND_TOKENS_ATTRIBUTE, dpopContradiction } from '../../provider-scripts/src/clients/dpop.ts';
import { STEP_SETTINGS } from '../../provider-scripts/src/realm/flow/declared.ts';
import {
  attributeFindings,
  findingsAbout,
  settingNamed,
} from '../../provider-scripts/src/realm/settings/attributes.ts';
import { CLIENT, type Level, SIGN_IN } from '../../provider-scripts/src/realm/settings/table.ts';
import { Failure } from '../failure.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';

/**
 * Rejects attributes whose names begin with `linkgate.` and that Linkgate doesn't have, or not with this value.
 * @param where the file, and the object in it, for error messages
 * @param attributes an attribute that is declared as absent may have any name
 * @throws Failure naming each attribute that is unknown, renamed, malformed, or isn't written by administrators
 */
export function checkLinkgateAttributes(level: Level, where: string, attributes: Json | undefined): void {
  if (!isJsonObject(attributes)) return;
  const problems = [
    ...Object.entries(attributes).flatMap(([name, value]) => notWritten(level, name, value)),
    ...attributeFindings(level, attributes).map(({ message }) => message),
    ...contradictionsIn(attributes),
  ];
  if (problems.length > 0) throw new Failure(`${where}: ${problems.join('; ')}`);
}

/**
 * Rejects settings of the sign-in step that it doesn't have, or not with this value.
 * @param where the file, for error messages
 */
export function checkSignInSettings(where: string, settings: Readonly<Record<string, string>>): void {
  const problems = Object.entries(settings).flatMap(([name, value]) => stepProblems(name, value));
  if (problems.length > 0)
    throw new Failure(`${where}: ${problems.map((problem) => `signIn: ${problem}`).join('; ')}`);
}

/** What is wrong with a setting of the step. Keycloak's own settings of every step are known, too. */
export function stepProblems(name: string, value: string): string[] {
  const ofKeycloak = Object.hasOwn(SIGN_IN, name)
    ? undefined
    : STEP_SETTINGS.find((one) => one.name === name);
  if (ofKeycloak === undefined) return findingsAbout('step', name, value).map(({ message }) => message);
  return ofKeycloak.type === 'Number' && !/^\d{1,9}$/.test(value) ? [`${name} is not a whole number`] : [];
}

function contradictionsIn(attributes: JsonObject): string[] {
  const text = dpopContradiction(attributes[CLIENT.dpop.name], attributes[BOUND_TOKENS_ATTRIBUTE]);
  return text === null ? [] : [text];
}

function notWritten(level: Level, name: string, value: Json): string[] {
  const command = settingNamed(level, name)?.writer;
  if (value === null || command === undefined || command === 'linkgate') return [];
  return [`${name}: not in files; set it by npm run linkgate -- ${command}`];
}
