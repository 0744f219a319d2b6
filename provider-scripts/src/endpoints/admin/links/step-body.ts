/** Reads the JSON body by which a backend requests a link in a stock realm (contract, section 4.14). */

import { NOTED_PARAMETERS } from '../../../clients/noted-parameters.ts';
import { isWhole, type ObjectOf } from '../../../http/request/json-object.ts';
import { validateLine } from '../../../links/invitation/wording.ts';
import type { SharedRequest } from '../../../links/magic-link/batch/batch.ts';
import { type GivenUser, USER_FIELDS } from '../../../links/magic-link/link.ts';
import { MAX_FIELD_LENGTH } from '../../../links/magic-link/request-body.ts';
import { hasControlCharacters } from '../../../platform/engine/control-characters.ts';
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { LINK_LIFETIME_SECONDS, LONG_LINK_LIFETIME_SECONDS } from '../../../realm/settings/choices.ts';
import { DELIVERIES, type LinkDelivery } from './body.ts';

/** Parameters of the client's request. */
const REQUEST_FIELDS = ['scope', ...NOTED_PARAMETERS, 'ui_locales'] as const;

/** The fields of what several links may share. */
const SHARED_TEXT_FIELDS = ['client_id', 'redirect_uri', ...REQUEST_FIELDS, 'template'] as const;
export const SHARED_FIELDS = [
  ...SHARED_TEXT_FIELDS,
  'lifetime',
  'delivery',
  'create',
  'required_actions',
  'values',
] as const;
export const STEP_LINK_FIELDS = [...USER_FIELDS, ...SHARED_FIELDS] as const;

/** The most actions that a new account may be given. */
const MAX_ACTIONS = 20;

/** The link to create. */
export interface StepLinkRequest extends Omit<SharedRequest, 'template'> {
  user: GivenUser;
  delivery: LinkDelivery;
  /** A template of the realm's own, and its values; null for the usual one. */
  template: { name: string; values: Readonly<Record<string, string>> } | null;
}

/** The request, or all its validation errors. */
export function readStepLinkRequest(
  object: ObjectOf<(typeof STEP_LINK_FIELDS)[number]>,
): { linkRequest: StepLinkRequest } | { details: FieldProblem[] } {
  const user = readUser(object);
  const shared = readShared(object);
  if ('details' in user || 'details' in shared)
    return {
      details: [...('details' in user ? user.details : []), ...('details' in shared ? shared.details : [])],
    };
  const { template, ...others } = shared.shared;
  const { delivery, values } = shared;
  return {
    linkRequest: {
      ...others,
      user: user.user,
      delivery,
      template: template === null ? null : { name: template, values },
    },
  };
}

/** How the user is named: by one field. */
export function readUser(
  object: ObjectOf<(typeof USER_FIELDS)[number]>,
): { user: GivenUser } | { details: FieldProblem[] } {
  const { texts, details } = readTexts(object, USER_FIELDS);
  const named = USER_FIELDS.filter((name) => (object[name] ?? '') !== '');
  if (named.length !== 1)
    details.push(fieldProblem(named[1] ?? 'email', 'link_user_unclear', { choices: USER_FIELDS.join(', ') }));
  const [field] = named;
  if (details.length > 0 || field === undefined) return { details };
  return { user: { field, value: texts[field] ?? '' } };
}

/** All but the user, with the delivery and the template's values. */
export function readShared(
  object: ObjectOf<(typeof SHARED_FIELDS)[number]>,
):
  | { shared: SharedRequest; delivery: LinkDelivery; values: Readonly<Record<string, string>> }
  | { details: FieldProblem[] } {
  const { texts, details } = readTexts(object, SHARED_TEXT_FIELDS);
  const { client_id: clientId, redirect_uri: redirectUri, template, ...parameters } = texts;
  if ((object.client_id ?? '') === '') details.push(fieldProblem('client_id', 'required'));
  const delivery = object.delivery ?? 'email';
  const known = DELIVERIES.find((one) => one === delivery);
  if (known === undefined)
    details.push(fieldProblem('delivery', 'not_one_of', { choices: DELIVERIES.join(', ') }));
  const lifetime = object.lifetime ?? null;
  const [min, max] = [LINK_LIFETIME_SECONDS.min, LONG_LINK_LIFETIME_SECONDS];
  if (lifetime !== null && !isWhole(lifetime, min, max))
    details.push(fieldProblem('lifetime', 'seconds_not_whole', { min, max }));
  const create = object.create ?? false;
  if (typeof create !== 'boolean') details.push(fieldProblem('create', 'not_a_boolean'));
  const actions = object.required_actions ?? [];
  if (!isListOfTexts(actions))
    details.push(fieldProblem('required_actions', 'not_a_list_of_texts', { max: MAX_ACTIONS }));
  else if (actions.length > 0 && create !== true)
    details.push(fieldProblem('required_actions', 'only_with_create'));
  const values = object.values ?? {};
  if (template !== undefined && known === 'return') details.push(fieldProblem('template', 'only_with_email'));
  details.push(...problemsOfValues(template ?? null, values));
  if (details.length > 0 || known === undefined || clientId === undefined) return { details };
  return {
    shared: {
      clientId,
      redirectUri: redirectUri ?? null,
      parameters,
      lifetimeSeconds: lifetime as number | null,
      create: create === true,
      requiredActions: actions as string[],
      template: template ?? null,
    },
    delivery: known,
    values: values as Record<string, string>,
  };
}

/** The texts of a body that aren't empty, and what is wrong with others. */
function readTexts<Field extends string>(
  object: ObjectOf<Field>,
  names: readonly Field[],
): { texts: Partial<Record<Field, string>>; details: FieldProblem[] } {
  const details: FieldProblem[] = [];
  const texts: Partial<Record<Field, string>> = {};
  for (const name of names) {
    const value = object[name] ?? null;
    const wrong = value === null ? null : problemOfText(name, value);
    if (wrong !== null) details.push(wrong);
    else if (value !== null && value !== '') texts[name] = String(value);
  }
  return { texts, details };
}

export function problemOfText(name: string, value: unknown): FieldProblem | null {
  if (typeof value !== 'string') return fieldProblem(name, 'not_a_string');
  if (hasControlCharacters(value)) return fieldProblem(name, 'control_characters');
  return value.length > MAX_FIELD_LENGTH ? fieldProblem(name, 'too_long', { max: MAX_FIELD_LENGTH }) : null;
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= MAX_ACTIONS && value.every((one) => typeof one === 'string');
}

/** The most values of a template, the longest one in characters, and what a name of one looks like. */
const MAX_VALUES = 20;
const MAX_VALUE_LENGTH = 200;
const VALUE_NAME = /^[a-z][A-Za-z0-9_]{0,39}$/;

/** What is wrong with the values of a template. */
export function problemsOfValues(template: string | null, values: unknown): FieldProblem[] {
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    return [fieldProblem('values', 'not_an_object')];
  const given = Object.entries(values as Record<string, unknown>);
  const details: FieldProblem[] = [];
  if (template === null && given.length > 0) details.push(fieldProblem('values', 'only_with_template'));
  if (given.length > MAX_VALUES) details.push(fieldProblem('values', 'too_many_values', { max: MAX_VALUES }));
  for (const [name, value] of given) {
    const field = `values.${name.slice(0, MAX_VALUE_LENGTH)}`;
    if (!VALUE_NAME.test(name)) details.push(fieldProblem(field, 'value_name_malformed'));
    else if (typeof value !== 'string') details.push(fieldProblem(field, 'not_a_string'));
    else {
      const wrong = value === '' ? null : validateLine(value, MAX_VALUE_LENGTH);
      if (wrong !== null) details.push({ field, ...wrong });
    }
  }
  return details;
}
