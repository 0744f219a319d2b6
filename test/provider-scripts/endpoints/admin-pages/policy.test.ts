/** The policies of the admin pages list each source, also if the admin API is elsewhere. */
import { expect, test } from 'vitest';
import {
  applicationPolicy,
  previewPolicy,
  silentPolicy,
} from '../../../../provider-scripts/src/endpoints/admin-pages/policy.ts';

const PLACES = {
  origin: 'https://id.example.com',
  realm: 'https://id.example.com/auth/realms/acme',
  adminApi: 'https://admin.example.com/auth/admin/realms/acme',
  resources: 'https://id.example.com/auth/resources',
};
const FILES = 'https://id.example.com/auth/resources/abc12/login/linkgate/admin-pages';

test('the application connects to the realm and to its admin API only, wherever that is', () => {
  const policy = applicationPolicy(PLACES, { script: `${FILES}/app-1.js`, style: `${FILES}/app-1.css` });
  expect(policy).toContain(
    'connect-src https://id.example.com/auth/realms/acme/ https://admin.example.com/auth/admin/realms/acme/;',
  );
  expect(policy).toContain(`script-src ${FILES}/app-1.js; style-src ${FILES}/app-1.css;`);
  expect(policy).toContain(
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
});

test('the frames are framed by these pages only, and send nothing', () => {
  for (const policy of [silentPolicy(PLACES, `${FILES}/silent-1.js`), previewPolicy(PLACES)]) {
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'none'");
    expect(policy).toContain('frame-ancestors https://id.example.com');
  }
});

test('a preview has no source of scripts, and is sandboxed by itself', () => {
  const policy = previewPolicy(PLACES);
  expect(policy).toContain('sandbox allow-same-origin;');
  expect(policy).not.toContain('script');
});
