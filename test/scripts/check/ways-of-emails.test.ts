/** Every way in which an email that signs in is caused, and what each does where emails contain only a code: `email-contains-code.test.ts` goes them all. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/root.ts';

const SOURCE = path.join(ROOT, 'provider-scripts', 'src');

/**
 * By file, whether a page takes its codes. Without one, `sendLink` rejects the email (409), the page that led there offers none, or, for
 * `return`, there is no email.
 */
const WAYS: Readonly<Record<string, boolean>> = {
  // The sign-in page, its button for another one, the account chooser, referral codes.
  'sign-in/linkgate-realm/authenticator.ts': true,
  // A step: any flow and protocol, forgotten passwords, first broker login; in a Linkgate realm after an identity provider.
  'sign-in/step/send.ts': true,
  'endpoints/request-magic-link/endpoint.ts': false,
  'endpoints/admin/links/created.ts': false,
  'endpoints/invitation/accept.ts': false,
  'endpoints/verify-email/send-new-link.ts': false,
  'endpoints/verify-email/step.ts': false,
};

/** Sends an email, or makes a link, by one of the functions for it. */
const CAUSES = /\b(?:sendLink|createLinkForBackend)\(session, /;

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && file !== 'links/magic-link/send.ts');
const textOf = (file: string) => readFileSync(path.join(SOURCE, file), 'utf8');

test('each way is known, with whether a page takes its codes', () => {
  const found = files.filter((file) => CAUSES.test(textOf(file)));
  const taking = found.map((file) => [file, /takesCode: true/.test(textOf(file))] as const);
  expect(Object.fromEntries(taking)).toEqual(WAYS);
});

test('only the function that sends makes a link’s URL, and only samples have one of their own', () => {
  const found = files.filter((file) => /\blink: .*verify-email/.test(textOf(file)));
  expect(found).toEqual(['endpoints/admin/branding/endpoint.ts']);
});
