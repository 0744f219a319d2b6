/** docs/client-api.json: its paths, fields and states are those of the code; the tests of the endpoints validate responses against it. */
import { expect, test } from 'vitest';
import document from '../../docs/client-api.json' with { type: 'json' };
import { findRoute } from '../../provider-scripts/src/endpoints/session/routes.ts';
import {
  OPTIONAL_FIELDS,
  REQUIRED_FIELDS,
} from '../../provider-scripts/src/links/magic-link/request-body.ts';
import { MAX_RESPONSE_LENGTH } from '../../provider-scripts/src/realm/shield/challenge.ts';

const { LinkRequest } = document.components.schemas;

test('a request for a link has the fields that are read', () => {
  expect(Object.keys(LinkRequest.properties).sort()).toEqual([...REQUIRED_FIELDS, ...OPTIONAL_FIELDS].sort());
  expect(LinkRequest.required).toEqual([...REQUIRED_FIELDS]);
  expect(LinkRequest.properties.shield_response.maxLength).toBe(MAX_RESPONSE_LENGTH);
});

test('the methods of each path below /session are those of its routes', () => {
  const described = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/session'))
    .map(([path, item]) => [path, Object.keys(item).map((method) => method.toUpperCase())] as const);
  expect(described).toHaveLength(4);
  for (const [path, methods] of described) {
    const below = path.replace(/^\/session\/?/, '').replace(/\{\w+\}/, 'some-id');
    const served = findRoute('GET', below)?.methods.filter((method) =>
      /^(?:GET|PUT|POST|DELETE)$/.test(method),
    );
    expect([path, served]).toEqual([path, methods]);
  }
});
