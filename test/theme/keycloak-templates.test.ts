/** Keycloak's templates that Linkgate's theme replaces are known in each version: what a new one changes there is seen here. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { KEYCLOAK_VERSION, TESTED_VERSIONS } from '../../scripts/server/version.ts';
import { type KeycloakThemes, unpackKeycloakThemes } from '../support/keycloak-themes.ts';
import { THEME } from '../support/messages.ts';

/** Of the theme that Linkgate's extends. */
const BASE = 'theme/base/login';

/** By version and template: the SHA-256 digest of Keycloak's file. */
const DIGESTS = JSON.parse(
  readFileSync(path.join(ROOT, 'test', 'fixtures', 'keycloak-templates.json'), 'utf8'),
) as Record<string, Record<string, string>>;

let themes: KeycloakThemes;
/** The replaced templates, with the digests of those of the running version. */
let replaced: Record<string, string>;

beforeAll(async () => {
  themes = await unpackKeycloakThemes([BASE]);
  const ofKeycloak = (name: string) => path.join(themes.folder, BASE, name);
  const names = readdirSync(path.join(THEME, 'login')).filter(
    (name) => name.endsWith('.ftl') && existsSync(ofKeycloak(name)),
  );
  replaced = Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(ofKeycloak(name)))
        .digest('hex'),
    ]),
  );
});
afterAll(async () => await themes?.remove());

test('the theme replaces Keycloak’s frame and its pages of the second factor', () => {
  expect(Object.keys(replaced)).toEqual(
    expect.arrayContaining(['template.ftl', 'login-otp.ftl', 'login-recovery-authn-code-config.ftl']),
  );
});

test.each(TESTED_VERSIONS)('the templates of %s that it replaces are known', (version) => {
  expect(Object.keys(DIGESTS[version] ?? {}).sort()).toEqual(Object.keys(replaced).sort());
});

test(`the templates of ${KEYCLOAK_VERSION} are those that the theme’s own were written after`, () => {
  expect(replaced).toEqual(DIGESTS[KEYCLOAK_VERSION]);
});
