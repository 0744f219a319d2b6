/** The other extension's authenticators, settings and link API, with what takes their place. */
import { describe, expect, test } from 'vitest';
import api from '../../../docs/admin-api.json' with { type: 'json' };
import { linkApiIn, linkApiLines } from '../../../scripts/add-step/link-api.ts';
import { AUTHENTICATORS, LINK_API, plainText, SETTINGS } from '../../../scripts/add-step/other-extension.ts';
import { requireCounterpart, staysIn, translateSettings } from '../../../scripts/add-step/settings.ts';

const FIELDS = Object.keys(api.components.schemas.StepLinkInput.properties);

const names = (all: readonly { name: string }[]) => all.map(({ name }) => name);

describe('its link API', () => {
  test.each([
    [
      '/realms/{realm}/magic-link',
      'username email client_id redirect_uri expiration_seconds force_create update_profile update_password send_email scope nonce state code_challenge code_challenge_method remember_me reusable response_mode',
      'user_id link sent',
    ],
    [
      '/realms/{realm}/login-token',
      'user_id email username client_id expiration_seconds loa remember_me force_create reusable set_email_verified confirm_user_switch',
      'login_hint',
    ],
  ])('%s: each parameter is named', (path, parameters, response) => {
    const operation = LINK_API.find((one) => one.path === path);
    expect(names(operation?.parameters ?? []).toSorted()).toEqual(parameters.split(' ').toSorted());
    expect(names(operation?.response ?? [])).toEqual(response.split(' '));
  });

  const all = LINK_API.flatMap(({ parameters, response }) => [...parameters, ...response]);

  test.each(all.filter(({ ours }) => ours !== null))('$name has the field $ours', ({ ours }) => {
    expect([...FIELDS, ...Object.keys(api.components.schemas.Link.properties)]).toContain(ours);
  });

  test.each(all.filter(({ ours }) => ours === null))('$name has none, with the reason', ({ text }) => {
    expect(text).not.toBe('');
  });

  test('is printed for the realm, without Markdown', () => {
    const lines = linkApiLines(linkApiIn('my realm'));
    expect(lines).toEqual(
      expect.arrayContaining([
        'POST /realms/my%20realm/magic-link is POST /admin/realms/my%20realm/linkgate/links:',
        '  scope → scope',
        '  username → username: instead of email',
        expect.stringMatching(
          /^ {2}send_email → delivery: true is email, our default; false, theirs, is return/,
        ),
        expect.stringMatching(/^ {2}reusable → none: a link works once: give it a longer lifetime; the page/),
        'POST /realms/my%20realm/login-token is POST /admin/realms/my%20realm/linkgate/links:',
        expect.stringMatching(/^ {2}response: login_hint → link: the link itself/),
      ]),
    );
    expect(lines).toHaveLength(all.length + LINK_API.length);
    expect(lines.join('\n')).not.toMatch(/`|\s_|_\s/);
  });
});

describe('its settings', () => {
  test('are those of its authenticators, each once', () => {
    const given = Object.values(AUTHENTICATORS).flatMap(({ defaults }) => Object.keys(defaults));
    expect(names(SETTINGS).toSorted()).toEqual([...new Set([...given, 'ext-magic-org-id'])].toSorted());
  });

  test.each([
    ['ext-magic-create-nonexistent-user', 'true', { signUp: 'open' }],
    ['ext-magic-token-life-span', '600', { lifetime: '600' }],
    ['TIMEOUT', '20', { lifetime: '1200' }],
  ])('%s is translated to what the table names', (name, value, settings) => {
    expect(translateSettings({ [name]: value })).toEqual({ settings, left: [] });
    expect(SETTINGS.find((one) => one.name === name)?.ours).toBe(Object.keys(settings)[0]);
  });

  test('with a counterpart are translated, all of them', () => {
    expect(names(SETTINGS.filter(({ ours }) => ours !== null))).toHaveLength(3);
  });

  test.each(SETTINGS.filter(({ ours }) => ours === null))('$name isn’t, for a reason', ({ name, text }) => {
    expect(translateSettings({ [name]: 'true' })).toEqual({
      settings: {},
      left: [`${name}=true: ${plainText(text)}`],
    });
  });
});

describe('its authenticators', () => {
  test.each(Object.entries(AUTHENTICATORS).filter(([, { step }]) => step === null))(
    '%s: no step takes its place',
    (id, { text }) => {
      expect(() => requireCounterpart(id)).toThrow(`no step takes its place: ${plainText(text)}`);
    },
  );

  test.each(['ext-magic-form', 'ext-email-otp', 'magic-link-continuation-form', 'x-link', 'constructor'])(
    '%s: the step may take its place',
    (id) => expect(() => requireCounterpart(id)).not.toThrow(),
  );

  test('are named if they stay in the copy, also disabled and in sub-flows', () => {
    const parts = [
      { name: 'login-token-verifier', requirement: 'DISABLED' },
      { name: 'auth-cookie', requirement: 'ALTERNATIVE' },
      {
        name: 'forms',
        requirement: 'DISABLED',
        parts: [
          { name: 'linkgate-step', requirement: 'REQUIRED' },
          { name: 'ext-email-otp', requirement: 'ALTERNATIVE' },
          { name: 'ext-email-otp', requirement: 'ALTERNATIVE' },
        ],
      },
    ] as const;
    expect(staysIn(parts)).toEqual([
      expect.stringMatching(/^login-token-verifier, which stays in the copy: a link of the link API enters/),
      'ext-email-otp, which stays in the copy: delete it there, or put the step in its place in the console',
    ]);
  });
});
