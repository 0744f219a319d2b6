/** A page that loads a widget: what its Content-Security-Policy allows beside what the realm's does. */
import { expect, test } from 'vitest';
import { widenedPolicy } from '../../../../provider-scripts/src/http/response/policy.ts';

const ORIGINS = ['https://widget.example', 'https://*.widget.example'];
const ADDED = ORIGINS.join(' ');

test.each<[string, string, string]>([
  [
    'Keycloak’s own',
    "frame-src 'self'; frame-ancestors 'self'; object-src 'none';",
    `frame-ancestors 'self'; object-src 'none'; frame-src 'self' ${ADDED};`,
  ],
  ['none', '', ''],
  [
    'a default alone',
    "default-src 'self'",
    `default-src 'self'; script-src 'self' ${ADDED}; style-src 'self' ${ADDED}; connect-src 'self' ${ADDED}; frame-src 'self' ${ADDED};`,
  ],
  ['nothing allowed', "script-src 'NONE'", `script-src ${ADDED};`],
  ['frames of children', "child-src 'none'", `child-src 'none'; frame-src ${ADDED};`],
  ['a name twice, in capitals', "Script-Src 'self'; script-src *", `script-src 'self' ${ADDED};`],
])('%s', (_, policy, expected) => {
  expect(widenedPolicy(policy, ORIGINS)).toBe(expected);
});
