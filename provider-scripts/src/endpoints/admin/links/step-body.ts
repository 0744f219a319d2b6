/** Reads the JSON body by which a backend requests a link in a stock realm (contract, section 4.14). */

import { NOTED_PARAMETERS } from '../../../clients/noted-parameters.ts';
import type { LinkTemplate } from '../../../email/link-templates.ts';
import type { ObjectOf } from '../../../http/request/admin-call.ts';
import { isWhole } from '../../../http/request/json-object.ts';
import { validateLine } from '../../../links/invitation/wording.ts';
import { MAX_FIELD_LENGTH } from '../../../links/magic-link/request-body.ts';
import { hasControlCharacters } from '../../../platform/engine/control-characters.ts';
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { LINK_LIFETIME_SECONDS, LONG_LINK_LIFETIME_SECONDS } from '../../../realm/settings/choices.ts';
import { DELIVERIES, type LinkDelivery } from './body.ts';

/** How a user is named: by one of them. */
const USER_FIELDS = ['email', 'username', 'user_id'] as const;

/** Parameters of the client's request. */
const REQUEST_FIELDS = ['scope', ...NOTED_PARAMETERS, 'ui_locales'] as const;

const TEXT_FIELDS = [...USER_FIELDS, 'client_id', 'redirect_uri', ...REQUEST_FIELDS, 'template'] as const;
const OTHER_FIELDS = ['lifetime', 'delivery', 'create', 'required_actions', 'values'] as const;
export const STEP_LINK_FIELDS = [...TEXT_FIELDS, ...OTHER_FIELDS] as const;

/** The most actions that a new account may be given. */
const MAX_ACTIONS = 20;

/** How the user is named. */
export interface GivenUser {
  field: (typeof USER_FIELDS)[number];
  value: string;
}

/** The link to create. */
export interface StepLinkRequest {
  user: GivenUser;
  clientId: string;
  /** Null for the client's own start or home page. */
  redirectUri: string | null;
  parameters: Partial<Record<(typeof REQUEST_FIELDS)[number], string>>;
  /** The step's lifetime if null. */
  lifetimeSeconds: number | null;
  delivery: LinkDelivery;
  create: boolean;
  requiredActions: readonly string[];
  /** A template of the realm's own, and its values; null for the usual one. */
  template: LinkTemplate | null;
}

/** The request, or all its validation errors. */
export function readStepLinkRequest(
  object: ObjectOf<(typeof STEP_LINK_FIELDS)[number]>,
): { linkRequest: StepLinkRequest } | { details: FieldProblem[] } {
  const details: FieldProblem[] = [];
  const texts: Partial<Record<(typeof TEXT_FIELDS)[number], string>> = {};
  for (const name of TEXT_FIELDS) {
    const value = object[name] ?? null;
    const wrong = value === null ? null : problemOfText(name, value);
    if (wrong !== null) details.push(wrong);
    else if (value !== null && value !== '') texts[name] = String(value);
  }
  const {
    email,
    username,
    user_id: userId,
    client_id: clientId,
    redirect_uri: redirectUri,
    template,
    ...parameters
  } = texts;
  const named = USER_FIELDS.filter((name) => (object[name] ?? '') !== '');
  if (named.length !== 1)
    details.push(fieldProblem(named[1] ?? 'email', 'link_user_unclear', { choices: USER_FIELDS.join(', ') }));
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
  details.push(...problemsOfTemplate(template ?? null, values, known));
  const [field] = named;
  if (details.length > 0 || field === undefined || known === undefined || clientId === undefined)
    return { details };
  return {
    linkRequest: {
      user: { field, value: email ?? username ?? userId ?? '' },
      clientId,
      redirectUri: redirectUri ?? null,
      parameters,
      lifetimeSeconds: lifetime as number | null,
      delivery: known,
      create: create === true,
      requiredActions: actions as string[],
      template: template === undefined ? null : { name: template, values: values as Record<string, string> },
    },
  };
}

function problemOfText(name: string, value: unknown): FieldProblem | null {
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

function problemsOfTemplate(
  template: string | null,
  values: unknown,
  delivery: LinkDelivery | undefined,
): FieldProblem[] {
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    return [fieldProblem('values', 'not_an_object')];
  const given = Object.entries(values as Record<string, unknown>);
  const details: FieldProblem[] = [];
  if (template !== null && delivery === 'return') details.push(fieldProblem('template', 'only_with_email'));
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
