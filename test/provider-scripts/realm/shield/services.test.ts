/** What each service is sent, and what its answers mean: by their documentation's own examples and codes. */
import { describe, expect, test } from 'vitest';
import {
  SERVICE_NAMES,
  type ServiceName,
  SHIELD_SERVICE,
  type ShieldService,
} from '../../../../provider-scripts/src/realm/settings/shield-service.ts';
import {
  challengeOf,
  originsOf,
  type Verdict,
  verdictOf,
  verificationOf,
} from '../../../../provider-scripts/src/realm/shield/services.ts';

const SETTINGS: Readonly<Record<ServiceName, string>> = {
  turnstile: `turnstile site-key=0x4AAA secret=\${vault.turnstile}`,
  hcaptcha: `hcaptcha site-key=10000000-ffff-ffff-ffff-000000000001 secret=\${vault.h}`,
  recaptcha: `recaptcha site-key=6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI secret=\${vault.r}`,
  'friendly-captcha': `friendly-captcha site-key=FCMGEMUD secret=\${vault.f} script=https://cdn.example/site.min.js`,
  cap: `cap secret=\${vault.c} address=https://cap.example/d925/siteverify script=https://cap.example/assets/widget.js`,
  siteverify: `siteverify site-key=k secret=\${vault.s} address=https://s.example/v script=https://s.example/w.js widget=some-captcha`,
};

function serviceIn(text: string): ShieldService {
  const service = SHIELD_SERVICE.read(text);
  if (service === undefined || service === null) throw new Error(text);
  return service;
}

const HOST = 'id.example.com';
const BOUND = '0123456789abcdef'.repeat(4);
const ACTION = BOUND.slice(0, 32);

function verdict(name: ServiceName, body: unknown, status = 200): Verdict {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return verdictOf(serviceIn(SETTINGS[name]), { status, text }, { host: HOST, bound: BOUND });
}

const failed = (...codes: string[]) => ({ success: false, 'error-codes': codes });
const ofFriendlyCaptcha = (code: string) => ({ success: false, error: { error_code: code, detail: 'It' } });

test('Turnstile’s response counts for one address and client: by its action', () => {
  const passed = { success: true, 'error-codes': [], hostname: HOST, action: ACTION, cdata: '' };
  expect(verdict('turnstile', passed)).toBe('verified');
  expect(verdict('turnstile', { ...passed, action: 'login' })).toEqual({ rejected: 'elsewhere' });
  expect(verdict('turnstile', { ...passed, action: undefined })).toEqual({ rejected: 'elsewhere' });
  // The answer to its test keys.
  expect(verdict('turnstile', { ...passed, hostname: 'example.com' })).toEqual({ rejected: 'elsewhere' });
});

test.each<[ServiceName, unknown, Verdict]>([
  ['hcaptcha', { success: true, hostname: HOST, credit: false }, 'verified'],
  ['hcaptcha', { success: true, hostname: 'dummy-key-pass' }, { rejected: 'elsewhere' }],
  ['hcaptcha', { success: true }, { rejected: 'elsewhere' }],
  ['recaptcha', { success: true, challenge_ts: '2026-11-30T10:00:00Z', hostname: HOST }, 'verified'],
  ['recaptcha', { success: true, hostname: 'testkey.google.com' }, { rejected: 'elsewhere' }],
  [
    'friendly-captcha',
    {
      success: true,
      data: { challenge: { timestamp: '2026-11-30T10:00:00Z', origin: `https://${HOST}:8443` } },
    },
    'verified',
  ],
  [
    'friendly-captcha',
    { success: true, data: { challenge: { origin: 'evil.example' } } },
    { rejected: 'elsewhere' },
  ],
  ['friendly-captcha', { success: true, data: [] }, { rejected: 'elsewhere' }],
  ['cap', { success: true }, 'verified'],
  ['siteverify', { success: true }, 'verified'],
])('%s says %j', (name, body, expected) => {
  expect(verdict(name, body)).toEqual(expected);
});

describe('an error', () => {
  test.each<[ServiceName, number, unknown, Verdict]>([
    ['turnstile', 200, failed('invalid-input-secret'), 'misconfigured'],
    ['turnstile', 200, failed('missing-input-secret'), 'misconfigured'],
    ['turnstile', 200, failed('invalid-input-response'), { rejected: 'unsolved' }],
    ['turnstile', 200, failed('timeout-or-duplicate'), { rejected: 'used' }],
    ['turnstile', 200, failed('internal-error'), 'failed'],
    ['turnstile', 400, failed('bad-request'), 'failed'],
    ['hcaptcha', 200, failed('sitekey-secret-mismatch'), 'misconfigured'],
    ['hcaptcha', 200, failed('already-seen-response'), { rejected: 'used' }],
    ['hcaptcha', 200, failed('expired-input-response'), { rejected: 'expired' }],
    ['recaptcha', 200, failed('invalid-input-secret'), 'misconfigured'],
    ['friendly-captcha', 401, ofFriendlyCaptcha('auth_invalid'), 'misconfigured'],
    ['friendly-captcha', 400, ofFriendlyCaptcha('sitekey_invalid'), 'misconfigured'],
    ['friendly-captcha', 200, ofFriendlyCaptcha('response_invalid'), { rejected: 'unsolved' }],
    ['friendly-captcha', 200, ofFriendlyCaptcha('response_timeout'), { rejected: 'expired' }],
    ['friendly-captcha', 200, ofFriendlyCaptcha('response_duplicate'), { rejected: 'used' }],
    ['friendly-captcha', 400, ofFriendlyCaptcha('bad_request'), 'failed'],
    ['cap', 403, { success: false, error: 'Invalid secret' }, 'misconfigured'],
    ['cap', 404, { success: false, error: 'Token not found' }, { rejected: 'unsolved' }],
  ])('of %s: %i %j', (name, status, body, expected) => {
    expect(verdict(name, body, status)).toEqual(expected);
  });
});

describe.each([...SERVICE_NAMES])('no answer of %s', (name) => {
  test.each<[string, number, unknown]>([
    ['nothing', 200, ''],
    ['a page', 200, '<html>'],
    ['a list', 200, [{ success: true }]],
    ['a text', 200, '"true"'],
    ['null', 200, 'null'],
    ['no success', 200, {}],
    ['a success in words', 200, { success: 'true' }],
    ['a number', 200, { success: 1 }],
    ['too many requests', 429, failed('rate-limited')],
    ['its own error', 503, { success: true }],
    ['a redirect', 302, ''],
    ['a success with another status', 302, { success: true, hostname: HOST, action: ACTION }],
  ])('is %s: nobody is rejected, and nobody let in', (_, status, body) => {
    expect(verdict(name, body, status)).toBe('failed');
  });

  test('is a page that wants a login', () => {
    expect(verdict(name, '<html>', 401)).toBe('misconfigured');
  });
});

test.each<[ServiceName, object]>([
  [
    'turnstile',
    {
      address: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      mediaType: 'application/x-www-form-urlencoded',
      key: '',
      body: 'secret=s%26ecret&response=a%2Bb%26remoteip%3D1',
    },
  ],
  [
    'hcaptcha',
    { body: 'secret=s%26ecret&response=a%2Bb%26remoteip%3D1&sitekey=10000000-ffff-ffff-ffff-000000000001' },
  ],
  ['friendly-captcha', { key: 's&ecret', body: 'response=a%2Bb%26remoteip%3D1&sitekey=FCMGEMUD' }],
  [
    'cap',
    {
      address: 'https://cap.example/d925/siteverify',
      mediaType: 'application/json',
      body: '{"secret":"s&ecret","response":"a+b&remoteip=1"}',
    },
  ],
])('what %s is sent', (name, expected) => {
  expect(verificationOf(serviceIn(SETTINGS[name]), 's&ecret', 'a+b&remoteip=1')).toMatchObject(expected);
});

test('the widget of each service', () => {
  const of = (name: ServiceName) => challengeOf(serviceIn(SETTINGS[name]), BOUND);
  expect(of('turnstile')).toMatchObject({ site_key: '0x4AAA', action: ACTION, widget: 'cf-turnstile' });
  expect(of('hcaptcha')).toMatchObject({ action: '', widget: 'h-captcha', is_element: false });
  expect(of('cap')).toMatchObject({ is_element: true, api: 'https://cap.example/d925/' });
  expect(of('siteverify')).toMatchObject({ widget: 'some-captcha', script: 'https://s.example/w.js' });
  expect(originsOf(serviceIn(SETTINGS.cap))).toEqual(['https://cap.example']);
  expect(originsOf(serviceIn(SETTINGS.hcaptcha))).toContain('https://*.hcaptcha.com');
});

describe('a setting', () => {
  const SECRET = 'Zm9vYmFy-raw-secret';

  test('of the proof of work is no service', () => {
    expect(SHIELD_SERVICE.read('proof-of-work')).toBeNull();
  });

  test.each<[string, string]>([
    ['nosuch site-key=k', 'shield-service'],
    [SECRET, 'shield-service'],
    [`turnstile site-key=k secret=${SECRET}`, 'shield-secret'],
    [`turnstile site-key=k ${SECRET}`, 'shield-option'],
    ['turnstile site-key=k', 'shield-secret'],
    [`turnstile secret=\${vault.t}`, 'shield-option'],
    [`turnstile site-key=k site-key=l secret=\${vault.t}`, 'shield-option'],
    [`turnstile site-key=k secret=\${vault.t} toString=${SECRET}`, 'shield-option'],
    [`turnstile site-key=k secret=\${vault.t} address=http://s.example/v`, 'shield-option'],
    [`turnstile site-key=k secret=\${vault.t} script=https://s.example/"onload="x`, 'shield-option'],
    [`cap secret=\${vault.c} address=https://cap.example/siteverify`, 'shield-option'],
    [
      `siteverify site-key=k secret=\${vault.s} address=https://s.example script=https://s.example widget=A`,
      'shield-option',
    ],
  ])('%s is malformed, and never repeated', (text, id) => {
    expect(SHIELD_SERVICE.read(text)).toBe(undefined);
    const found = SHIELD_SERVICE.findings({ setting: 'it', given: text });
    expect(found.map((one) => one.id)).toEqual([id]);
    expect(JSON.stringify([found, SHIELD_SERVICE.shown?.(text)])).not.toContain(SECRET);
  });
});
