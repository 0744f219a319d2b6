/** Keycloak's own texts on Linkgate's pages exist in every supported language, from Keycloak or from Linkgate. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { type KeycloakThemes, unpackKeycloakThemes } from '../support/keycloak-themes.ts';
import { DEFAULT_LANGUAGE, filesBelow, TAGS, THEME, textsOf } from '../support/messages.ts';

const MESSAGES = 'theme/base/login/messages';

let themes: KeycloakThemes;

/** The keys that Keycloak has a text for in this language. */
async function keycloakKeysIn(language: string): Promise<string[]> {
  const file = path.join(themes.folder, MESSAGES, `messages_${language}.properties`);
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.map((line) => /^([^#!=:\s]+)\s*[=:]/.exec(line)?.[1] ?? '');
}

/** The keys that a page in this language has a text of its own for. */
async function keysIn(language: string): Promise<Set<string>> {
  return new Set([...(await keycloakKeysIn(language)), ...textsOf('login', language).map(([key]) => key)]);
}

beforeAll(async () => {
  themes = await unpackKeycloakThemes(TAGS.map((language) => `${MESSAGES}/messages_${language}.properties`));
});
afterAll(async () => await themes?.remove());

describe.each(TAGS)('in %s', (language) => {
  test('every Keycloak text that Linkgate’s templates use exists', async () => {
    const usedKeys = filesBelow(path.join(THEME, 'login'), '.ftl').flatMap((text) =>
      [...text.matchAll(/msg\(["'](\w+)["']/g)].map(([, key]) => key ?? ''),
    );
    expect(usedKeys).toContain('errorTitle');
    const keys = await keysIn(language);
    expect(usedKeys.filter((key) => !keys.has(key))).toEqual([]);
  });

  test('every field of the user profile has a label', async () => {
    const file = path.join(ROOT, 'realm-config', 'user-profile.json');
    const { attributes } = JSON.parse(await readFile(file, 'utf8')) as {
      attributes: { name: string; displayName?: string }[];
    };
    const labels = attributes.flatMap(({ displayName }) => displayName ?? []);
    expect(labels.length).toBeGreaterThan(0);
    const keys = await keysIn(language);
    expect(labels.filter((label) => !keys.has(/^\$\{(.+)\}$/.exec(label)?.[1] ?? ''))).toEqual([]);
  });
});

/** What the user profile of `realm-config` and newer versions of Keycloak have. */
const NOT_IN_EVERY_VERSION = ['picture', 'formatted', 'languages', 'doSwitchOrganization'];

test('every text of Keycloak’s that the theme replaces is one', async () => {
  const own = textsOf('login', DEFAULT_LANGUAGE)
    .map(([key]) => key)
    .filter((key) => !key.startsWith('linkgate') && !NOT_IN_EVERY_VERSION.includes(key));
  expect(own).toContain('loginOtpOneTime');
  const keycloakKeys = await keycloakKeysIn(DEFAULT_LANGUAGE);
  expect(own.filter((key) => !keycloakKeys.includes(key))).toEqual([]);
});

/** The words that users must not read on the pages of the second factor: Keycloak's own names of it, and what isn't so. */
const NOT_FOR_USERS = /mobile authenticator|backup code|one-time|\bOTP\b|\blog ?in\b|activate/i;

test('the pages of the second factor have no other words for it', () => {
  const texts = textsOf('login', DEFAULT_LANGUAGE).filter(([key]) =>
    /totp|otp|recovery|authenticator|restartLogin|TryAnotherWay|backup/i.test(key),
  );
  expect(texts.length).toBeGreaterThan(40);
  expect(texts.filter(([, text]) => NOT_FOR_USERS.test(text))).toEqual([]);
});

test.each(TAGS)('a locked account can’t be told from a wrong authenticator code, in %s', (language) => {
  const texts = new Map(textsOf('login', language));
  expect(texts.get('accountTemporarilyDisabledMessageTotp')).toBe(texts.get('invalidTotpMessage'));
});
