/** The catalogue of errors. */
import { describe, expect, test } from 'vitest';
import { ADMIN_ERRORS } from '../../../../provider-scripts/src/platform/errors/catalogue/admin.ts';
import { ADMIN_REJECTIONS } from '../../../../provider-scripts/src/platform/errors/catalogue/admin-rejections.ts';
import {
  ERROR_CODES,
  type ErrorCode,
} from '../../../../provider-scripts/src/platform/errors/catalogue/codes.ts';
import type { CatalogueEntry } from '../../../../provider-scripts/src/platform/errors/catalogue/entry.ts';
import { CATALOGUE } from '../../../../provider-scripts/src/platform/errors/catalogue/index.ts';
import { LINK_ERRORS } from '../../../../provider-scripts/src/platform/errors/catalogue/links.ts';
import { OAUTH_ERRORS } from '../../../../provider-scripts/src/platform/errors/catalogue/oauth.ts';
import { REQUEST_ERRORS } from '../../../../provider-scripts/src/platform/errors/catalogue/requests.ts';

const ENTRIES: [string, CatalogueEntry][] = Object.entries(CATALOGUE);
const TABLES = [ERROR_CODES, REQUEST_ERRORS, OAUTH_ERRORS, LINK_ERRORS, ADMIN_ERRORS];

/** Reserved names of arguments beside the values: a text's placeholder with such a name could not be filled in. */
const RESERVED = ['code', 'identifier', 'parameter'];

/** The protocol's errors by the code of the RFC that defines it: each name's beginning, or the name. The longest one counts. */
const OAUTH_CODES: Partial<Record<ErrorCode, readonly string[]>> = {
  // RFC 6749, RFC 9126.
  invalid_request: [
    'action_',
    'challenge_',
    'client_id_of_document',
    'client_id_taken_by_keycloak',
    'credentials_',
    'max_age_malformed',
    'members_of_administrators',
    'not_a_token',
    'prompt_none_combined',
    'registration_not_plain',
    'scope_malformed',
    'too_many_unknown_parameters',
    'uri_',
  ],
  invalid_client: ['client_document_'],
  invalid_grant: ['refresh_token_'],
  invalid_scope: ['scope_not_supported'],
  unauthorized_client: ['code_flow_not_configured', 'keys_at_url', 'not_configured_', 'not_registered_'],
  access_denied: ['level_unreachable'],
  // OpenID Connect Core.
  login_required: ['reauthentication_required'],
  // RFC 6750, RFC 9470.
  invalid_token: ['access_token_'],
  insufficient_user_authentication: ['second_factor_required'],
  // RFC 8707.
  invalid_target: ['resource_'],
  // RFC 9449.
  invalid_dpop_proof: ['dpop_'],
  use_dpop_nonce: ['dpop_nonce_required'],
  // RFC 7591.
  invalid_client_metadata: [
    'client_id_of_api',
    'document_',
    'member_not_',
    'metadata_',
    'name_',
    'updated_by_administrators',
  ],
  // Linkgate's own, beside those of the specifications.
  invalid_logout_request: ['logout_'],
};

describe('the catalogue', () => {
  test('has the specification’s code for each error of the protocol', () => {
    const rules = Object.entries(OAUTH_CODES).flatMap(([code, names]) =>
      names.map((name) => ({ code, name })),
    );
    const codeOf = (error: string) =>
      rules
        .filter(({ name }) => error.startsWith(name))
        .sort((one, other) => other.name.length - one.name.length)[0]?.code;
    const errors = Object.entries<CatalogueEntry>(OAUTH_ERRORS);
    expect(errors.map(([name, { code }]) => [name, code])).toEqual(
      errors.map(([name]) => [name, codeOf(name)]),
    );
    const unused = rules.filter(({ name }) => !errors.some(([error]) => error.startsWith(name)));
    expect(unused).toEqual([]);
  });

  test('has each name once', () => {
    const names = TABLES.flatMap((table) => Object.keys(table));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('has each text once', () => {
    const texts = [...Object.values(ERROR_CODES), ...Object.values<CatalogueEntry>(CATALOGUE)].flatMap(
      ({ text }) => text?.toLowerCase() ?? [],
    );
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  test.each(ENTRIES)('has a text for %s, one line of printable ASCII', (_, { text }) => {
    if (text !== undefined) expect(text).toMatch(/^[!-~][ -~]+[!-~]$/);
  });

  test.each(ENTRIES)('has no reserved value names for %s', (_, { text = '', id }) => {
    const names = (text.match(/\{\w+\}/g) ?? []).map((place) => place.slice(1, -1));
    const reported = id === undefined ? [] : ADMIN_REJECTIONS[id];
    expect([...names, ...reported].filter((name) => RESERVED.includes(name))).toEqual([]);
  });

  test('uses every id of the admin API', () => {
    const used = [
      'request',
      ...Object.values(ERROR_CODES).map((row) => ('id' in row ? row.id : undefined)),
      ...ENTRIES.map(([, { id }]) => id),
    ];
    expect(Object.keys(ADMIN_REJECTIONS).filter((id) => !used.some((one) => one === id))).toEqual([]);
  });
});
