/** The typed reader of the sign-in step's settings. */

import { describe, expect, test } from 'vitest';
import { STEP_SETTINGS } from '../../../../provider-scripts/src/realm/flow/declared.ts';
import {
  hasCode,
  hasLink,
  NO_STEP,
  parseClientSettings,
  parseSettings,
  strictest,
} from '../../../../provider-scripts/src/realm/flow/parse.ts';
import { LINK_LIFETIME_SECONDS } from '../../../../provider-scripts/src/realm/settings/choices.ts';
import { SIGN_IN_OF_CLIENT } from '../../../../provider-scripts/src/realm/settings/table.ts';

const { default: LIFETIME } = LINK_LIFETIME_SECONDS;
/** What acts without any value. */
const DEFAULTS = {
  hasStep: true,
  isWholeFlow: false,
  linkLifetimeSeconds: LIFETIME,
  signUp: 'closed',
  confirm: 'never',
  bindIp: false,
  emailContains: 'link',
  crossDevice: false,
  rememberDevice: true,
  emailSender: 'smtp',
  shield: 'off',
};

/** What the log says of a malformed value. */
const warning = (name: string, given: string, why: string, used: string) =>
  `${name} is "${given.replace('\n', '\\u000a')}", which is not ${why}; using ${used}`;

function parse(values: Record<string, string>) {
  const warnings: string[] = [];
  const settings = parseSettings(
    (name) => values[name] ?? null,
    (line) => warnings.push(line),
  );
  return { settings, warnings };
}

describe('settings', () => {
  test('that are absent have their defaults, without a warning', () => {
    expect(parse({})).toEqual({ settings: DEFAULTS, warnings: [] });
  });

  test('that are empty have their defaults, without a warning', () => {
    expect(parse({ lifetime: '', signUp: '', confirm: '', bindIp: '', emailContains: '' })).toEqual({
      settings: DEFAULTS,
      warnings: [],
    });
  });

  test('with the console’s initial values are the defaults', () => {
    const declared: Record<string, string> = {};
    for (const { name, defaultValue } of STEP_SETTINGS) declared[name] = defaultValue;
    expect(parse(declared)).toEqual({ settings: DEFAULTS, warnings: [] });
  });

  test('are read by their declared names, each of them once', () => {
    const readNames: string[] = [];
    parseSettings(
      (name) => {
        readNames.push(name);
        return null;
      },
      () => {},
    );
    // The others belong to steps in stock realms, or to Keycloak.
    const ours = STEP_SETTINGS.map(({ name }) => name).filter(
      (name) => name === 'lifetime' || name in DEFAULTS,
    );
    expect(readNames.sort()).toEqual(ours.sort());
  });

  test('that are invalid are reported one by one', () => {
    expect(parse({ lifetime: 'soon', signUp: 'sometimes' })).toEqual({
      settings: { ...DEFAULTS, signUp: 'closed' },
      warnings: [
        warning('lifetime', 'soon', 'a whole number from 60 to 86400', String(LIFETIME)),
        warning('signUp', 'sometimes', 'one of open, closed', 'closed'),
      ],
    });
  });
});

describe('the lifetime', () => {
  test.each([
    ['as short as the limit', '60', 60],
    ['as long as the limit', '86400', 86_400],
    ['with zeros before it', '000900', 900],
  ])('may be %s', (_, lifetime, seconds) => {
    expect(parse({ lifetime })).toEqual({
      settings: { ...DEFAULTS, linkLifetimeSeconds: seconds },
      warnings: [],
    });
  });

  test.each([
    ['too short by one', '59'],
    ['too long by one', '86401'],
    ['zero', '0'],
    ['negative', '-900'],
    ['a fraction', '900.5'],
    ['written with an exponent', '9e2'],
    ['written in hexadecimal', '0x384'],
    ['written with a plus', '+900'],
    ['written with a unit', '900s'],
    ['set off by a space', ' 900'],
    ['followed by a line break', '900\n'],
    ['white space', ' '],
    ['text', 'NaN'],
    ['written in digits of another script', '\u0669\u0660\u0660'],
    ['more digits than a number holds', '99999999999999999999'],
  ])('can’t be %s', (_, lifetime) => {
    expect(parse({ lifetime })).toEqual({
      settings: DEFAULTS,
      warnings: [warning('lifetime', lifetime, 'a whole number from 60 to 86400', String(LIFETIME))],
    });
  });
});

describe('sign-up', () => {
  test.each([['open'], ['closed']])('may be %s', (signUp) => {
    expect(parse({ signUp })).toEqual({ settings: { ...DEFAULTS, signUp }, warnings: [] });
  });

  test.each([
    ['in capitals', 'CLOSED'],
    ['with a space after it', 'closed '],
    ['a boolean', 'false'],
    ['open in capitals', 'OPEN'],
    ['white space', ' '],
    ['the name of an inherited property', 'constructor'],
  ])('can’t be %s, and is closed then', (_, signUp) => {
    expect(parse({ signUp })).toEqual({
      settings: { ...DEFAULTS, signUp: 'closed' },
      warnings: [warning('signUp', signUp, 'one of open, closed', 'closed')],
    });
  });
});

describe('the confirm page', () => {
  test.each([['never'], ['new-browser'], ['always']])('may be shown %s', (confirm) => {
    expect(parse({ confirm })).toEqual({ settings: { ...DEFAULTS, confirm }, warnings: [] });
  });

  test.each([
    ['in capitals', 'NEVER'],
    ['with a space after it', 'never '],
    ['a boolean', 'false'],
    ['in another spelling', 'newBrowser'],
  ])('can’t be set %s, and is shown always then', (_, confirm) => {
    expect(parse({ confirm })).toEqual({
      settings: { ...DEFAULTS, confirm: 'always' },
      warnings: [warning('confirm', confirm, 'one of never, new-browser, always', 'always')],
    });
  });
});

describe('a switch', () => {
  test('may be on or off', () => {
    expect(parse({ bindIp: 'true', emailContains: 'link-and-code' })).toEqual({
      settings: { ...DEFAULTS, bindIp: true, emailContains: 'link-and-code' },
      warnings: [],
    });
    expect(parse({ bindIp: 'false', emailContains: 'link' })).toEqual({ settings: DEFAULTS, warnings: [] });
  });

  test.each([['TRUE'], ['yes'], ['1'], ['on'], [' true']])(
    'can’t be %s, and is then the strictest',
    (value) => {
      expect(parse({ bindIp: value, emailContains: value })).toEqual({
        settings: { ...DEFAULTS, bindIp: true },
        warnings: [
          warning('bindIp', value, 'one of true, false', 'true'),
          warning('emailContains', value, 'one of link, link-and-code, code', 'link'),
        ],
      });
    },
  );
});

describe('the cross-device sign-in', () => {
  test.each([
    ['false', false],
    ['true', true],
  ])('may be %s', (crossDevice, value) => {
    expect(parse({ crossDevice })).toEqual({ settings: { ...DEFAULTS, crossDevice: value }, warnings: [] });
  });

  test.each([['on'], ['TRUE'], [' true']])('can’t be "%s", and is off then', (crossDevice) => {
    expect(parse({ crossDevice })).toEqual({
      settings: DEFAULTS,
      warnings: [warning('crossDevice', crossDevice, 'one of true, false', 'false')],
    });
  });
});

describe('remembering devices', () => {
  test.each([
    ['true', true],
    ['false', false],
  ])('may be %s', (rememberDevice, value) => {
    expect(parse({ rememberDevice })).toEqual({
      settings: { ...DEFAULTS, rememberDevice: value },
      warnings: [],
    });
  });

  test.each([['yes'], ['FALSE'], ['0'], [' true']])('can’t be "%s", and is off then', (rememberDevice) => {
    expect(parse({ rememberDevice })).toEqual({
      settings: { ...DEFAULTS, rememberDevice: false },
      warnings: [warning('rememberDevice', rememberDevice, 'one of true, false', 'false')],
    });
  });
});

describe('the email sender', () => {
  test.each([['smtp'], ['provider']])('may be %s', (emailSender) => {
    expect(parse({ emailSender })).toEqual({ settings: { ...DEFAULTS, emailSender }, warnings: [] });
  });

  test.each([['ses'], ['SMTP'], [' provider']])('can’t be "%s", and is Linkgate then', (emailSender) => {
    expect(parse({ emailSender })).toEqual({
      settings: DEFAULTS,
      warnings: [warning('emailSender', emailSender, 'one of smtp, provider', 'smtp')],
    });
  });
});

describe('a client’s own settings', () => {
  const flow = parse({
    lifetime: '600',
    signUp: 'closed',
    confirm: 'new-browser',
    emailContains: 'link-and-code',
  }).settings;
  const OWN = 'linkgate.sign-in.';
  const ofClient = (values: Record<string, string>) => {
    const warnings: string[] = [];
    const settings = parseClientSettings(
      (name) => values[name] ?? null,
      flow,
      (line) => warnings.push(line),
    );
    return { settings, warnings };
  };

  test.each([
    ['absent', {}],
    ['empty', Object.fromEntries(Object.values(SIGN_IN_OF_CLIENT).map(({ name }) => [name, '']))],
  ])('that are %s are the flow’s', (_, values) => {
    expect(ofClient(values)).toEqual({ settings: flow, warnings: [] });
  });

  test.each([
    ['lifetime', '3600', { linkLifetimeSeconds: 3600 }],
    ['sign-up', 'open', { signUp: 'open' }],
    ['confirm', 'never', { confirm: 'never' }],
    ['email-contains', 'link', { emailContains: 'link' }],
    ['email-contains', 'code', { emailContains: 'code' }],
    ['cross-device', 'true', { crossDevice: true }],
  ])('replace %s alone', (name, value, own) => {
    expect(ofClient({ [OWN + name]: value })).toEqual({ settings: { ...flow, ...own }, warnings: [] });
  });

  test.each([
    ['lifetime', '59', {}, 'a whole number from 60 to 86400', 'the flow’s'],
    ['lifetime', 'soon', {}, 'a whole number from 60 to 86400', 'the flow’s'],
    ['sign-up', 'OPEN', {}, 'one of open, closed', 'closed'],
    ['confirm', 'sometimes', { confirm: 'always' }, 'one of never, new-browser, always', 'always'],
    ['email-contains', 'true', { emailContains: 'link' }, 'one of link, link-and-code, code', 'link'],
    ['cross-device', 'on', { crossDevice: false }, 'one of true, false', 'false'],
  ])('can’t have %s at %s', (name, value, own, why, used) => {
    expect(ofClient({ [OWN + name]: value })).toEqual({
      settings: { ...flow, ...own },
      warnings: [warning(OWN + name, value, why, used)],
    });
  });

  test('are read by their attributes, each of them once', () => {
    const readNames: string[] = [];
    parseClientSettings(
      (name) => {
        readNames.push(name);
        return null;
      },
      flow,
      () => {},
    );
    expect(readNames.sort()).toEqual(
      Object.values(SIGN_IN_OF_CLIENT)
        .map(({ name }) => name)
        .sort(),
    );
  });
});

describe('where emails contain only a code', () => {
  test('there is no cross-device sign-in, whichever says so', () => {
    expect(parse({ emailContains: 'code', crossDevice: 'true' })).toEqual({
      settings: { ...DEFAULTS, emailContains: 'code' },
      warnings: [],
    });
    const flow = parse({ crossDevice: 'true' }).settings;
    const own = { 'linkgate.sign-in.email-contains': 'code' } as Record<string, string>;
    const client = parseClientSettings(
      (name) => own[name] ?? null,
      flow,
      () => {},
    );
    expect(client).toEqual({ ...flow, emailContains: 'code', crossDevice: false });
  });

  test('they have a code and no link', () => {
    const contents = (['link', 'link-and-code', 'code'] as const).map((emailContains) => [
      hasLink({ emailContains }),
      hasCode({ emailContains }),
    ]);
    expect(contents).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ]);
  });

  test('and another step that may run says otherwise, no link is sent', () => {
    const of = (emailContains: string) => parse({ emailContains }).settings;
    for (const other of ['link', 'link-and-code'])
      for (const both of [
        [of('code'), of(other)],
        [of(other), of('code')],
      ])
        expect(strictest(both).emailContains).toBe('code');
  });
});

describe('of several steps', () => {
  const [open, strict] = [
    parse({ lifetime: '3600', signUp: 'open', emailContains: 'link-and-code', crossDevice: 'true' }).settings,
    parse({ lifetime: '60', confirm: 'always', bindIp: 'true', rememberDevice: 'false' }).settings,
  ];

  test('the strictest value of each setting applies, in either order', () => {
    const expected = { ...strict, hasStep: true };
    expect(strictest([open, strict])).toEqual(expected);
    expect(strictest([strict, open])).toEqual(expected);
    expect(strictest([open])).toEqual(open);
  });

  test('without any step no user signs in, whatever a client’s own settings', () => {
    const closed = strictest([]);
    expect(closed).toBe(NO_STEP);
    const own = {
      'linkgate.sign-in.sign-up': 'open',
      'linkgate.sign-in.email-contains': 'link-and-code',
    } as Record<string, string>;
    expect(
      parseClientSettings(
        (name) => own[name] ?? null,
        closed,
        () => {},
      ),
    ).toEqual(closed);
    expect([closed.hasStep, closed.signUp, closed.confirm, closed.crossDevice]).toEqual([
      false,
      'closed',
      'always',
      false,
    ]);
  });
});
