/** The typed reader of the sign-in step's settings. */
import { describe, expect, test } from 'vitest';
import {
  CLIENT_ATTRIBUTES,
  DEFAULTS as DECLARED,
  LINK_LIFETIME_SECONDS,
  SETTINGS,
} from '../../../../provider-scripts/src/realm/settings/declared.ts';
import {
  NO_STEP,
  parseClientSettings,
  parseSettings,
  strictest,
} from '../../../../provider-scripts/src/realm/settings/parse.ts';

const { default: LIFETIME } = LINK_LIFETIME_SECONDS;
const { lifetime: linkLifetimeSeconds, ...CHOICES } = DECLARED;
/** The declared defaults as the reader returns them. */
const DEFAULTS = {
  ...CHOICES,
  hasStep: true,
  isWholeFlow: false,
  linkLifetimeSeconds,
  bindIp: CHOICES.bindIp === ('true' as string),
  code: CHOICES.code === ('true' as string),
  rememberDevice: CHOICES.rememberDevice === ('true' as string),
};

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
    expect(parse({ lifetime: '', signUp: '', confirm: '', bindIp: '', code: '' })).toEqual({
      settings: DEFAULTS,
      warnings: [],
    });
  });

  test('with the console’s initial values are the defaults', () => {
    const declared: Record<string, string> = {};
    for (const { name, defaultValue } of SETTINGS) declared[name] = defaultValue;
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
    // The others belong to steps in other realms, or to Keycloak.
    const ours = SETTINGS.map(({ name }) => name).filter((name) => name in DECLARED);
    expect(readNames.sort()).toEqual(ours.sort());
  });

  test('that are invalid are reported one by one', () => {
    expect(parse({ lifetime: 'soon', signUp: 'sometimes' })).toEqual({
      settings: { ...DEFAULTS, signUp: 'closed' },
      warnings: [
        `setting lifetime: not a whole number from 60 to 86400; using ${LIFETIME}`,
        'setting signUp: not one of open, closed; using closed',
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
      warnings: [`setting lifetime: not a whole number from 60 to 86400; using ${LIFETIME}`],
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
      warnings: ['setting signUp: not one of open, closed; using closed'],
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
      warnings: ['setting confirm: not one of never, new-browser, always; using always'],
    });
  });
});

describe('a switch', () => {
  test('may be on or off', () => {
    expect(parse({ bindIp: 'true', code: 'true' })).toEqual({
      settings: { ...DEFAULTS, bindIp: true, code: true },
      warnings: [],
    });
    expect(parse({ bindIp: 'false', code: 'false' })).toEqual({ settings: DEFAULTS, warnings: [] });
  });

  test.each([['TRUE'], ['yes'], ['1'], ['on'], [' true']])(
    'can’t be %s, and is then the strictest',
    (value) => {
      expect(parse({ bindIp: value, code: value })).toEqual({
        settings: { ...DEFAULTS, bindIp: true, code: false },
        warnings: [
          'setting bindIp: not one of false, true; using true',
          'setting code: not one of false, true; using false',
        ],
      });
    },
  );
});

describe('the cross-device sign-in', () => {
  test.each([['off'], ['on']])('may be %s', (crossDevice) => {
    expect(parse({ crossDevice })).toEqual({ settings: { ...DEFAULTS, crossDevice }, warnings: [] });
  });

  test.each([['true'], ['ON'], [' on']])('can’t be "%s", and is off then', (crossDevice) => {
    expect(parse({ crossDevice })).toEqual({
      settings: DEFAULTS,
      warnings: ['setting crossDevice: not one of off, on; using off'],
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
      warnings: ['setting rememberDevice: not one of false, true; using false'],
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
      warnings: ['setting emailSender: not one of smtp, provider; using smtp'],
    });
  });
});

describe('a client’s own settings', () => {
  const flow = parse({ lifetime: '600', signUp: 'closed', confirm: 'new-browser', code: 'true' }).settings;
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
    ['empty', Object.fromEntries(Object.values(CLIENT_ATTRIBUTES).map((name) => [name, '']))],
  ])('that are %s are the flow’s', (_, values) => {
    expect(ofClient(values)).toEqual({ settings: flow, warnings: [] });
  });

  test.each([
    ['lifetime', '3600', { linkLifetimeSeconds: 3600 }],
    ['sign-up', 'open', { signUp: 'open' }],
    ['confirm', 'never', { confirm: 'never' }],
    ['code', 'false', { code: false }],
    ['cross-device', 'on', { crossDevice: 'on' }],
  ])('replace %s alone', (name, value, own) => {
    expect(ofClient({ [OWN + name]: value })).toEqual({ settings: { ...flow, ...own }, warnings: [] });
  });

  test.each([
    ['lifetime', '59', {}, 'not a whole number from 60 to 86400; using 600'],
    ['lifetime', 'soon', {}, 'not a whole number from 60 to 86400; using 600'],
    ['sign-up', 'OPEN', {}, 'not one of open, closed; using closed'],
    ['confirm', 'sometimes', { confirm: 'always' }, 'not one of never, new-browser, always; using always'],
    ['code', 'yes', { code: false }, 'not one of false, true; using false'],
    ['cross-device', 'true', { crossDevice: 'off' }, 'not one of off, on; using off'],
  ])('can’t have %s at %s', (name, value, own, why) => {
    expect(ofClient({ [OWN + name]: value })).toEqual({
      settings: { ...flow, ...own },
      warnings: [`${OWN}${name}: ${why}`],
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
    expect(readNames.sort()).toEqual(Object.values(CLIENT_ATTRIBUTES).sort());
  });
});

describe('of several steps', () => {
  const [open, strict] = [
    parse({ lifetime: '3600', signUp: 'open', code: 'true', crossDevice: 'on' }).settings,
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
    const own = { 'linkgate.sign-in.sign-up': 'open', 'linkgate.sign-in.code': 'true' } as Record<
      string,
      string
    >;
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
      'off',
    ]);
  });
});
