/** Keycloak's templates that Linkgate's theme replaces are known in each version: what a new one changes there is seen here. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { KEYCLOAK_VERSION, TESTED_VERSIONS } from '../../scripts/server/version.ts';
import { type KeycloakThemes, unpackKeycloakThemes } from '../support/keycloak-themes.ts';
import { THEME } from '../support/messages.ts';
import { pagesIn, templatesInTable } from '../support/page-table.ts';

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

/** Keycloak's pages that no user of a Linkgate realm can reach, each with what stands before it. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  code: 'redirect URIs that aren’t URLs are rejected',
  'idp-review-user-profile': 'the first sign-in at a provider has Linkgate’s flow',
  login: 'the flow has no form for a password',
  'login-idp-link-confirm': 'the first sign-in at a provider has Linkgate’s flow',
  'login-idp-link-confirm-override': 'the first sign-in at a provider has Linkgate’s flow',
  'login-idp-link-email': 'the first sign-in at a provider has Linkgate’s flow',
  'login-page-expired': 'a form of an earlier page leads to the page of now',
  'login-passkeys-conditional-authenticate': 'Linkgate’s page takes passkeys',
  'login-password': 'the flow has no form for a password',
  'login-reset-otp': 'the path of forgotten passwords is closed',
  'login-reset-password': 'the path of forgotten passwords is closed',
  'login-username': 'the flow has no form for a name',
  'login-verify-email': 'a sign-in proves the address',
  'login-x509-info': 'the flow has no certificates',
  register: 'the path of Keycloak’s registration is closed',
  'saml-post-form': 'submits itself, where linkgate.other-protocols allows SAML',
  'select-organization': 'the flow asks for no organization',
  'webauthn-authenticate': 'the flow takes no security keys',
};

test('each page of Keycloak’s is in the table of pages, or can’t be reached', () => {
  const pages = pagesIn(path.join(themes.folder, BASE)).filter((name) => name !== 'template');
  const inTable = templatesInTable();
  expect(pages.filter((name) => !inTable.has(name) && !Object.hasOwn(UNREACHABLE, name))).toEqual([]);
  expect(Object.keys(UNREACHABLE).filter((name) => inTable.has(name))).toEqual([]);
});

test('each page of Linkgate’s is in the table of pages', () => {
  const inTable = templatesInTable();
  const pages = [
    path.join(THEME, 'login'),
    path.join(THEME, '..', '..', 'theme-resources', 'templates'),
  ].flatMap(pagesIn);
  const own = pages.filter((name) => name.startsWith('linkgate-') && name !== 'linkgate-layout');
  expect(own.filter((name) => !inTable.has(name))).toEqual([]);
});
