/** What realm-config declares for every realm is what holds where nothing is declared. */
import { describe, expect, test } from 'vitest';
import { newcomer } from '../../../provider-scripts/src/client/self-registered.ts';
import { POLICIES } from '../../../provider-scripts/src/rate-limit/policies.ts';
import { SETTINGS } from '../../../provider-scripts/src/settings/declared.ts';
import client from '../../../realm-config/client.json' with { type: 'json' };
import flow from '../../../realm-config/flow.json' with { type: 'json' };
import ratePolicies from '../../../realm-config/rate-policies.json' with { type: 'json' };

describe('a default', () => {
  test.each(flow.executions.flatMap(({ config }) => Object.entries(config.config)))(
    'of the setting %s is %s in the flow, too',
    (name, value) => {
      expect(SETTINGS.find((setting) => setting.name === name)?.defaultValue).toBe(value);
    },
  );

  test.each(Object.values(POLICIES).map(({ attribute, fallback }) => ({ attribute, fallback })))(
    'of the limit $attribute is in the file of limits',
    ({ attribute, fallback }) => {
      const declared: Record<string, string> = ratePolicies;
      expect(declared[attribute]).toBe(`${fallback.count}/${fallback.seconds}`);
    },
  );

  test('of a client is that of one that registers itself, which says only whether it is public', () => {
    const { $schema: _, publicClient: __, webOrigins: ___, protocolMappers, ...fields } = client;
    const made = newcomer(
      { clientId: 'shop', enabled: true },
      { defaultClientScopes: [], optionalClientScopes: [] },
    );
    const named = JSON.stringify(protocolMappers).replaceAll(`\${CLIENT_ID}`, 'shop');
    expect(made).toMatchObject({ ...fields, protocolMappers: JSON.parse(named) as object[] });
  });
});
