/** Checks the `linkgate.…` attributes of realms and clients before they are written (contract, section 6.2). */

import { UNKNOWN_SCOPES, UNKNOWN_SCOPES_ATTRIBUTE } from '../../provider-scripts/src/clients/api-scopes.ts';
import { APPROVAL_ATTRIBUTE, APPROVALS } from '../../provider-scripts/src/clients/approval.ts';
import { DOCUMENT_MODES, DOCUMENTS_ATTRIBUTE } from '../../provider-scripts/src/clients/document/policy.ts';
import {
  BOUND_TOKENS_ATTRIBUTE,
  DPOP_ATTRIBUTE,
  DPOP_MODES,
  dpopContradiction,
} from '../../provider-scripts/src/clients/dpop.ts';
import {
  INITIATE_LOGIN_ATTRIBUTE,
  INITIATE_LOGIN_SHAPE,
} from '../../provider-scripts/src/clients/initiate-login.ts';
import { REFRESH_GRACE_ATTRIBUTE } from '../../provider-scripts/src/clients/refresh-grace.ts';
import {
  DOCUMENT_EXPIRES_ATTRIBUTE,
  REGISTERED_AT_ATTRIBUTE,
  REGISTERED_BY_ATTRIBUTE,
} from '../../provider-scripts/src/clients/registration-attributes.ts';
import { RIGHTS_ATTRIBUTE, RIGHTS_SHAPE } from '../../provider-scripts/src/clients/rights.ts';
import {
  NEW_CLIENTS_STAY_ATTRIBUTE,
  STAY_SIGNED_IN_ATTRIBUTE,
  STAY_SIGNED_IN_SHAPE,
} from '../../provider-scripts/src/clients/stay-signed-in.ts';
import {
  TRUSTED_DOMAINS_ATTRIBUTE,
  TRUSTED_DOMAINS_SHAPE,
} from '../../provider-scripts/src/clients/trusted-domains.ts';
import {
  BACKEND_LINKS_ATTRIBUTE,
  ENABLED_ATTRIBUTE,
  INVITATIONS_ATTRIBUTE,
} from '../../provider-scripts/src/platform/keycloak/realm-switches.ts';
import { POLICIES } from '../../provider-scripts/src/platform/limits/limits.ts';
import {
  ALL_BRANDING_ATTRIBUTES,
  BRANDING_PREFIX,
  readBranding,
} from '../../provider-scripts/src/realm/branding/branding.ts';
import { SECOND_FACTOR_ATTRIBUTE } from '../../provider-scripts/src/realm/levels/setting.ts';
import { EXEMPT_ATTRIBUTE, parsePolicies } from '../../provider-scripts/src/realm/rate-limit/policies.ts';
import {
  ACCOUNT_DELETION_ATTRIBUTE,
  ACCOUNT_PAGE_ATTRIBUTE,
} from '../../provider-scripts/src/realm/settings/account-page.ts';
import { CLIENT_ATTRIBUTES, SETTINGS } from '../../provider-scripts/src/realm/settings/declared.ts';
import { NEW_DEVICE_NOTICES_ATTRIBUTE } from '../../provider-scripts/src/realm/settings/new-device-notices.ts';
import { parseClientSettings, parseSettings } from '../../provider-scripts/src/realm/settings/parse.ts';
import {
  PASSKEY_OFFERS_ATTRIBUTE,
  PASSKEY_OFFERS_SHAPE,
  PASSKEYS_ATTRIBUTE,
} from '../../provider-scripts/src/realm/settings/passkeys.ts';
import { SWITCH_MODES } from '../../provider-scripts/src/realm/settings/switch.ts';
import { Failure } from '../failure.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';

const SWITCH = new RegExp(`^(${SWITCH_MODES.join('|')})$`);

const PATTERNS: Readonly<Record<string, RegExp>> = {
  [ENABLED_ATTRIBUTE]: /^(true|false)$/,
  [BACKEND_LINKS_ATTRIBUTE]: /^(true|false)$/,
  [INVITATIONS_ATTRIBUTE]: /^(true|false)$/,
  [ACCOUNT_DELETION_ATTRIBUTE]: SWITCH,
  [ACCOUNT_PAGE_ATTRIBUTE]: SWITCH,
  [NEW_DEVICE_NOTICES_ATTRIBUTE]: SWITCH,
  [PASSKEYS_ATTRIBUTE]: SWITCH,
  [PASSKEY_OFFERS_ATTRIBUTE]: PASSKEY_OFFERS_SHAPE,
  [INITIATE_LOGIN_ATTRIBUTE]: INITIATE_LOGIN_SHAPE,
  [REGISTERED_AT_ATTRIBUTE]: /^\d{1,12}$/,
  [REGISTERED_BY_ATTRIBUTE]: /^\S{1,255}$/,
  [STAY_SIGNED_IN_ATTRIBUTE]: STAY_SIGNED_IN_SHAPE,
  [REFRESH_GRACE_ATTRIBUTE]: SWITCH,
  [NEW_CLIENTS_STAY_ATTRIBUTE]: STAY_SIGNED_IN_SHAPE,
  [APPROVAL_ATTRIBUTE]: new RegExp(`^(${APPROVALS.join('|')})$`),
  [DPOP_ATTRIBUTE]: new RegExp(`^(${DPOP_MODES.join('|')})$`),
  [UNKNOWN_SCOPES_ATTRIBUTE]: new RegExp(`^(${UNKNOWN_SCOPES.join('|')})$`),
  [DOCUMENTS_ATTRIBUTE]: new RegExp(`^(${DOCUMENT_MODES.join('|')})$`),
  [DOCUMENT_EXPIRES_ATTRIBUTE]: /^\d{1,12}$/,
  [RIGHTS_ATTRIBUTE]: RIGHTS_SHAPE,
  [TRUSTED_DOMAINS_ATTRIBUTE]: TRUSTED_DOMAINS_SHAPE,
  'linkgate.other-protocols': /^[a-z0-9-]+( [a-z0-9-]+)*$/,
};
/** A client's own values are checked in combination with these. */
const DEFAULT_SETTINGS = parseSettings(
  () => null,
  () => {},
);
/** Checked by the plugin's own parsers. */
const PARSED_BY_PLUGIN: readonly string[] = [
  ...ALL_BRANDING_ATTRIBUTES.map((name) => BRANDING_PREFIX + name),
  ...Object.values(POLICIES).map(({ attribute }) => attribute),
  EXEMPT_ATTRIBUTE,
  ...Object.values(CLIENT_ATTRIBUTES),
];
/** Written by the server only, together with a flow and its bindings. */
const SET_BY_SERVER: Readonly<Record<string, string>> = {
  [SECOND_FACTOR_ATTRIBUTE]: 'npm run linkgate -- clients second-factor',
};
/** All attributes of realms and clients that Linkgate reads. */
export const LINKGATE_ATTRIBUTES: readonly string[] = [
  ...Object.keys(PATTERNS),
  ...PARSED_BY_PLUGIN,
  ...Object.keys(SET_BY_SERVER),
];

/**
 * Rejects attributes that the plugin wouldn't accept; branding, limits and settings are checked by the plugin's own parsers.
 * @param where the file, and the object in it, for error messages
 * @param attributes of a realm or a client; only names that begin with `linkgate.` are checked
 * @throws Failure naming each attribute that is unknown or malformed
 */
export function checkLinkgateAttributes(where: string, attributes: Json | undefined): void {
  if (!isJsonObject(attributes)) return;
  // An attribute declared as absent may have any name.
  const own = Object.entries(attributes).filter(
    ([name, value]) => name.startsWith('linkgate.') && value !== null,
  );
  const problems = [
    ...own.flatMap(([name, value]) => problemsOf(name, value)),
    ...contradictionsIn(attributes),
    ...readBranding((name) => textOrNull(attributes[BRANDING_PREFIX + name])).problems.map(
      ({ text }) => text,
    ),
    ...warningsOf((warn) => parsePolicies((name) => textOrNull(attributes[name]), warn)),
    ...warningsOf((warn) =>
      parseClientSettings((name) => textOrNull(attributes[name]), DEFAULT_SETTINGS, warn),
    ),
  ];
  if (problems.length > 0) throw new Failure(`${where}: ${problems.join('; ')}`);
}

/**
 * Rejects settings of the sign-in step that the plugin doesn't declare, or that its own parser warns about.
 * @param where the file, for error messages
 */
export function checkSignInSettings(where: string, settings: Readonly<Record<string, string>>): void {
  const known = SETTINGS.map(({ name }) => name);
  const problems = [
    ...Object.keys(settings)
      .filter((name) => !known.includes(name))
      .map((name) => `signIn.${name}: unknown; known are ${known.join(', ')}`),
    ...warningsOf((warn) => parseSettings((name) => settings[name] ?? null, warn)),
  ];
  if (problems.length > 0) throw new Failure(`${where}: ${problems.join('; ')}`);
}

function contradictionsIn(attributes: JsonObject): string[] {
  const text = dpopContradiction(attributes[DPOP_ATTRIBUTE], attributes[BOUND_TOKENS_ATTRIBUTE]);
  return text === null ? [] : [text];
}

function problemsOf(name: string, value: Json): string[] {
  if (typeof value !== 'string') return [`${name}: not a string`];
  if (PARSED_BY_PLUGIN.includes(name)) return [];
  const pattern = PATTERNS[name];
  if (SET_BY_SERVER[name] !== undefined) return [`${name}: not in files; set it by ${SET_BY_SERVER[name]}`];
  if (!pattern) return [`${name}: unknown`];
  return pattern.test(value) ? [] : [`${name}: not of the form ${pattern.source}`];
}

/** The warnings that the plugin's parser would log. */
function warningsOf(parse: (warn: (line: string) => void) => unknown): string[] {
  const lines: string[] = [];
  parse((line) => lines.push(line));
  return lines;
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
