/** Styles of emails, inlined into the tags. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { emailResources, inlineStyles } from '../../../scripts/build/email-styles.ts';
import { ROOT } from '../../../scripts/build/root.ts';

describe('an email’s template', () => {
  test('has its styles in its tags', () => {
    const made = inlineStyles(
      '<html><head><style>p { margin: 0 }</style></head><body><p>x</p></body></html>',
    );
    expect(made).toContain('<p style="margin: 0;">x</p>');
    expect(made).not.toContain('<style');
  });

  test('keeps the marked style sheet', () => {
    const sheet = '@media (prefers-color-scheme: dark) { p { color: #fff !important } }';
    const made = inlineStyles(
      `<html><head><style data-embed>${sheet}</style></head><body><p>x</p></body></html>`,
    );
    expect(made).toContain('@media (prefers-color-scheme: dark)');
    expect(made).toContain('<p>x</p>');
  });

  test('keeps FreeMarker’s syntax', () => {
    const made = inlineStyles(
      '<#assign x = y!"#fff"><html><head><style>td { padding: 0 }</style></head><body><table><tr><td style="color:$\u007bx}"><#if a gt b>$\u007bmsg("k", a)}</#if></td></tr></table></body></html>',
    );
    expect(made).toContain('<#assign x = y!"#fff">');
    expect(made).toContain(
      '<td style="padding: 0; color:$\u007bx}"><#if a gt b>$\u007bmsg("k", a)}</#if></td>',
    );
  });
});

test('the product’s emails have one style sheet, in their frame, for styles that can’t be inlined', async () => {
  const folder = 'resources/theme/linkgate/email/html';
  const files = await emailResources(path.join(ROOT, 'theme'));
  const names = [
    'account-deleted',
    'address-change',
    'frame',
    'invitation',
    'magic-link',
    'new-device',
    'passkey-added',
    'passkey-removed',
    'sign-up-rejected',
  ].map((name) => `${folder}/${name}.ftl`);
  expect(Object.keys(files).toSorted()).toEqual(names);
  const [account = '', address = '', frame = '', ...others] = names.map((name) => files[name] ?? '');
  const emails = [account, address, ...others];
  expect(frame.split('<style').length - 1).toBe(1);
  expect(frame).toMatch(/<h1 class="lg-text" style="[^"]*font-size: 22px/);
  for (const message of emails) {
    expect(message).not.toContain('<style');
    expect(message).toMatch(/<p style="[^"]*font-size: 16px/);
  }
});
