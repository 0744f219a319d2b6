/** The contract's tables and the README's settings say what the code has. */
import { describe, expect, test } from 'vitest';
import { MAX_ADDRESS_LENGTH, MAX_LOCAL_LENGTH } from '../../provider-scripts/src/address/normalise.ts';
import { BRAND_ATTRIBUTES, BRAND_LIMITS } from '../../provider-scripts/src/branding/brand.ts';
import { INITIATE_LOGIN_ATTRIBUTE } from '../../provider-scripts/src/client/initiate-login.ts';
import { MAX_STATE_LENGTH } from '../../provider-scripts/src/client/opaque-parameters.ts';
import { DECLARATIONS } from '../../provider-scripts/src/declarations.ts';
import { DEVICE_LIFETIME_SECONDS, MAX_DEVICE_ACCOUNTS } from '../../provider-scripts/src/device/device.ts';
import { DELIVERIES } from '../../provider-scripts/src/endpoints/admin/links/body.ts';
import {
  MAX_BESIDE_HINT,
  MAX_HINT_LENGTH,
  MAX_NAME_LENGTH,
  MAX_VALUE_LENGTH,
  PROMPTS,
} from '../../provider-scripts/src/endpoints/keycloak/oauth/authorization/validate.ts';
import { discoveryDocument } from '../../provider-scripts/src/endpoints/keycloak/oauth/discovery.ts';
import { RESPONSE_FIELDS } from '../../provider-scripts/src/endpoints/keycloak/oauth/response-fields.ts';
import { ERROR_CODES, type ErrorCode, wireCode } from '../../provider-scripts/src/errors/catalogue/codes.ts';
import { USER_EVENTS } from '../../provider-scripts/src/events/user-events.ts';
import { CLAIM_SECONDS, UNDO_SECONDS } from '../../provider-scripts/src/hand-off/phase.ts';
import { HAND_OFF_DIGITS } from '../../provider-scripts/src/hand-off/typed-digits.ts';
import { BACKEND_LINKS_ATTRIBUTE, INVITATIONS_ATTRIBUTE } from '../../provider-scripts/src/ids.ts';
import { MAX_FAILURES } from '../../provider-scripts/src/invitation/batch/batch.ts';
import {
  INVITATION_KEPT_SECONDS,
  LIFETIME_DAYS,
  MAIL_EVERY_SECONDS,
  MAX_MAILS,
  MAX_PERSON_LENGTH,
  MAX_TEXT_LENGTH,
  STATES,
} from '../../provider-scripts/src/invitation/invitation.ts';
import { MAX_CSV_BYTES, MAX_LINES } from '../../provider-scripts/src/invitation/list.ts';
import {
  fixedRate,
  POLICIES,
  POLLS_PER_GENERAL_REQUEST,
  type Rate,
} from '../../provider-scripts/src/limits/limits.ts';
import { CODE_DIGITS, MAX_CODE_TRIES } from '../../provider-scripts/src/magic-link/one-time-code/code.ts';
import {
  MAX_FIELD_LENGTH,
  OPTIONAL_FIELDS,
  REQUIRED_FIELDS,
} from '../../provider-scripts/src/magic-link/request-body.ts';
import { EXEMPT_ATTRIBUTE } from '../../provider-scripts/src/rate-limit/policies.ts';
import {
  CLIENT_ATTRIBUTES,
  LINK_LIFETIME_SECONDS,
  SETTINGS,
} from '../../provider-scripts/src/settings/declared.ts';
import { MAX_WAITING_TABS } from '../../provider-scripts/src/tabs/waiting-tabs.ts';
import realm from '../../realm-config/realm.json' with { type: 'json' };
import { codeIn, headingsOf, readText, sectionOf, tableOf } from '../support/documents.ts';

const CONTRACT = readText('docs/contract.md');
const SECONDS_PER_DAY = 86_400;
const SECONDS_PER_HOUR = 3600;

/** The table of the section with this number. */
function table(number: string): string[][] {
  const heading = headingsOf(CONTRACT).find((text) => text.startsWith(`${number} `)) ?? '';
  return tableOf(sectionOf(CONTRACT, heading));
}

/** The code in the first cells. */
const firstOf = (number: string) => table(number).flatMap(([first = '']) => codeIn(first));
/** A limit's row in words. */
const limitOf = (what: string) => table('8.1').find(([first]) => first === what)?.[1];
const grouped = (number: number) => number.toLocaleString('en');

describe('the contract has', () => {
  test('the discovery document', () => {
    const document = discoveryDocument('{base_url}') as Record<string, unknown>;
    expect(firstOf('2.1').toSorted()).toEqual(Object.keys(document).toSorted());
    for (const [names = '', values = ''] of table('2.1')) {
      if (names === '`claims_supported`') continue;
      expect(codeIn(values)).toEqual(
        codeIn(names)
          .flatMap((name) => document[name])
          .map(String),
      );
    }
  });

  test('the claims by scope', () => {
    const { claims_supported: claims } = discoveryDocument('') as { claims_supported: string[] };
    const named = table('2.10').flatMap(([, claimCells = '']) => codeIn(claimCells));
    expect(named.toSorted()).toEqual([...claims].toSorted());
  });

  test('the fields of answers', () => {
    expect(firstOf('2.3')).toEqual(RESPONSE_FIELDS.token);
    const userinfo = codeIn(sectionOf(CONTRACT, '2.4 The userinfo response'));
    expect(userinfo.toSorted()).toEqual([...RESPONSE_FIELDS.userinfo].toSorted());
    const introspection = codeIn(sectionOf(CONTRACT, '2.5 The introspection response'));
    expect(introspection).toEqual(expect.arrayContaining([...RESPONSE_FIELDS.introspection]));
  });

  test('the fields of the request for a link', () => {
    expect(firstOf('4.8').toSorted()).toEqual([...REQUIRED_FIELDS, ...OPTIONAL_FIELDS].toSorted());
    for (const field of REQUIRED_FIELDS)
      expect(table('4.8').find(([first]) => first === `\`${field}\``)?.[1]).toBe('yes');
  });

  test('what a backend may ask for', () => {
    expect(firstOf('4.14')).toEqual(['delivery', 'lifetime']);
    const ways = table('4.14').find(([first]) => first === '`delivery`')?.[2] ?? '';
    expect(codeIn(ways)).toEqual([...DELIVERIES]);
  });

  test('what becomes of an invitation', () => {
    const said = sectionOf(CONTRACT, '4.16 Invitations').replace(/\s+/g, ' ');
    const states = /A state is ([^:]*):/.exec(said)?.[1] ?? '';
    expect(codeIn(states)).toEqual([...STATES]);
    expect(said).toContain(`After ${MAX_FAILURES} mails in a row`);
  });

  test('each value of prompt', () => {
    const row = table('4.3').find(([first]) => first === '`prompt`');
    expect(codeIn(row?.[2] ?? '')).toEqual([...PROMPTS]);
  });

  test('each error with its status', () => {
    const rows = table('7.2').map(([code = '', status]) => `${codeIn(code)[0]} ${status}`);
    const declared = (Object.keys(ERROR_CODES) as ErrorCode[]).map(
      (code) => `${wireCode(code)} ${ERROR_CODES[code].status}`,
    );
    expect(rows.toSorted()).toEqual(declared.toSorted());
  });

  test('the statuses of all errors', () => {
    const named = table('7.3').map(([status]) => Number(status));
    for (const { status } of Object.values(ERROR_CODES)) expect(named).toContain(status);
    for (const answer of Object.values(DECLARATIONS.answers)) expect(named).toContain(answer.status);
  });

  test('each event with its type', () => {
    const rows = table('6.3').flatMap(([names = '', type = '']) =>
      codeIn(names).map((name) => [name, codeIn(type)[0]]),
    );
    expect(Object.fromEntries(rows)).toEqual(USER_EVENTS);
  });

  test('the rate policies with their defaults', () => {
    const rateText = ({ count, seconds }: Rate) => `${count}/${seconds}`;
    const declared = Object.values(POLICIES).map(({ attribute, fallback }) => [
      attribute,
      rateText(fallback),
    ]);
    const rows = table('8.2').map(([name = '', rate = '']) => [codeIn(name)[0] ?? name, codeIn(rate)[0]]);
    const [byAddress = [], ...others] = declared;
    const { count, seconds } = POLICIES.general.fallback;
    expect(rows).toEqual([
      byAddress,
      ['links for known browsers', rateText(fixedRate('link-device'))],
      ...others,
      ['links for backends', rateText(fixedRate('link-backend'))],
      ['wrong codes and referral codes', rateText(fixedRate('link-code-ip'))],
      ['the same in a realm', rateText(fixedRate('link-code-realm'))],
      ['/sign-in-state', rateText(fixedRate('sign-in-state'))],
      ['/sign-in-state', `${count * POLLS_PER_GENERAL_REQUEST}/${seconds}`],
    ]);
    // One row each stands for both.
    expect(fixedRate('referral-ip')).toEqual(fixedRate('link-code-ip'));
    expect(fixedRate('referral-realm')).toEqual(fixedRate('link-code-realm'));
  });

  test('the numbers of the limits', () => {
    const { default: lifetime, min, max } = LINK_LIFETIME_SECONDS;
    expect(limitOf('link')).toBe(`${lifetime} seconds, once; ${min} to ${grouped(max)} by the setting`);
    expect(limitOf('access token, ID token')).toBe(`${realm.accessTokenLifespan} seconds`);
    expect(limitOf('authorization code')).toBe(`${realm.accessCodeLifespan} seconds, once`);
    expect(limitOf('code beside a link')).toMatch(`${CODE_DIGITS} digits, ${MAX_CODE_TRIES} tries`);
    expect(limitOf('digits of a hand-off')).toBe(
      `${HAND_OFF_DIGITS}, typed once; ${CLAIM_SECONDS} seconds to go on, ${UNDO_SECONDS} to undo`,
    );
    const address = fixedRate('hand-off-email');
    const network = fixedRate('hand-off-network');
    const inRealm = fixedRate('hand-off-realm');
    expect([address.seconds, network.seconds, inRealm.seconds]).toEqual([
      SECONDS_PER_DAY,
      SECONDS_PER_DAY,
      SECONDS_PER_HOUR,
    ]);
    expect(limitOf('wrong digits')).toBe(
      `${address.count} a day for an address, ${network.count} for a network that asks`,
    );
    expect(limitOf('wrong digits in a realm')).toBe(`${inRealm.count} an hour`);
    expect(limitOf('recognised device')).toBe(
      `${DEVICE_LIFETIME_SECONDS / SECONDS_PER_DAY} days, ${MAX_DEVICE_ACCOUNTS} accounts`,
    );
    const { bodyBytes, bodyMillis } = DECLARATIONS.runtime;
    expect(limitOf('waiting tabs that ask')).toBe(
      `${MAX_WAITING_TABS} of a browser, until a day past the link's end`,
    );
    expect(limitOf('body')).toBe(`${grouped(bodyBytes)} bytes, ${bodyMillis / 1000} seconds`);
    expect(limitOf('`state`, `nonce`')).toBe(`${grouped(MAX_STATE_LENGTH)} characters`);
    expect(limitOf('`id_token_hint`')).toBe(
      `${grouped(MAX_HINT_LENGTH)} characters, beside ${MAX_BESIDE_HINT} unknown parameters`,
    );
    expect(limitOf('`prompt`, `claims`, `acr_values`, `kc_action`')).toBe(
      `${grouped(MAX_VALUE_LENGTH)} characters`,
    );
    expect(limitOf('any other field of `/request-magic-link`')).toBe(
      `${grouped(MAX_FIELD_LENGTH)} characters`,
    );
    expect(limitOf('name of a parameter of `/auth`')).toBe(`${MAX_NAME_LENGTH} characters`);
    expect(limitOf('invitation')).toBe(
      `${LIFETIME_DAYS.default} days, once; ${LIFETIME_DAYS.min} to ${LIFETIME_DAYS.max} days, kept ${INVITATION_KEPT_SECONDS / SECONDS_PER_DAY} more`,
    );
    expect(MAIL_EVERY_SECONDS).toBe(SECONDS_PER_DAY);
    expect(limitOf('mails of invitations to an address')).toBe(`1 a day, ${MAX_MAILS} in all`);
    expect(limitOf('list of people to invite')).toBe(
      `${grouped(MAX_LINES)} lines, ${grouped(MAX_CSV_BYTES)} bytes`,
    );
    expect(limitOf('name, text of an invitation')).toBe(
      `${MAX_PERSON_LENGTH}, ${MAX_TEXT_LENGTH} characters`,
    );
    expect(limitOf('address')).toBe(`${MAX_ADDRESS_LENGTH} characters, ${MAX_LOCAL_LENGTH} before the \`@\``);
  });
});

/** The sentence names the first attribute whole, and only the ends of the others. */
test.each(['docs/contract.md', 'realm-config/README.md'])('%s names each rule for one client', (name) => {
  const paragraphs = readText(name).split('\n\n');
  const sentence = paragraphs.find((paragraph) => paragraph.includes('`.sign-up`')) ?? '';
  const ends = [...sentence.matchAll(/(?:linkgate\.sign-in|`)(\.[a-z-]+)/g)].map(([, end]) => end);
  expect(ends.map((end) => `linkgate.sign-in${end}`)).toEqual(Object.values(CLIENT_ATTRIBUTES));
});

describe('the README configures', () => {
  const configure = sectionOf(readText('README.md'), 'Configure');
  /** The items of the list, by what they name. */
  const items = configure.split(/\n(?=- |\n)/).filter((item) => item.startsWith('- `'));
  const itemOf = (name: string) =>
    items.find((item) => codeIn(item.split(':')[0] ?? '').includes(name))?.replace(/\s+/g, ' ');

  test.each([...SETTINGS])('the setting $name with its default', ({ name, defaultValue, options }) => {
    const said = itemOf(name);
    expect(said).toMatch(new RegExp(`^- \`${name}\`[^:]*:.*?${defaultValue}`));
    for (const option of options ?? []) expect(said).toContain(`\`${option}\``);
  });

  test.each(Object.values(POLICIES))('$attribute with its default', ({ attribute, fallback }) => {
    expect(itemOf(attribute)).toContain(`\`${fallback.count}/${fallback.seconds}\``);
  });

  test.each([...BRAND_ATTRIBUTES])('linkgate.brand.%s', (name) => {
    expect(itemOf(`linkgate.brand.${name}`)).toBeDefined();
  });

  test.each(Object.values(CLIENT_ATTRIBUTES))('%s', (name) => {
    expect(itemOf(name)).toBeDefined();
  });

  test('how long a look’s texts may be', () => {
    expect(itemOf('linkgate.brand.logo')).toContain(`${BRAND_LIMITS.logo} characters`);
    expect(itemOf('linkgate.brand.text')).toContain(`${BRAND_LIMITS.text} characters`);
    expect(itemOf('linkgate.brand.subject')).toContain(`${BRAND_LIMITS.subject} characters`);
    expect(itemOf('linkgate.brand.sender-name')).toContain(`${BRAND_LIMITS.senderName} characters`);
  });

  test.each([
    'linkgate.enabled',
    EXEMPT_ATTRIBUTE,
    'linkgate.other-protocols',
    'linkgate.approval',
    BACKEND_LINKS_ATTRIBUTE,
    INVITATIONS_ATTRIBUTE,
    INITIATE_LOGIN_ATTRIBUTE,
  ])('%s', (name) => {
    expect(itemOf(name)).toBeDefined();
  });
});
