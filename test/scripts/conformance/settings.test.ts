/** The check of settings: what it rejects, and what it says of settings that lack something. */
import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../../../scripts/conformance/checks/realm/settings.ts';
import { Configuration } from '../../../scripts/conformance/probe/configuration.ts';
import type { Probe } from '../../../scripts/conformance/probe/probe.ts';

type Attributes = Readonly<Record<string, string>>;

/** Runs the check in a Linkgate realm with these attributes, and a public client with those. */
async function check(realm: Attributes, client: Attributes = {}): Promise<string | undefined> {
  const configuration = {
    admin: {
      realm: 'shop',
      client: {
        clientScopes: { find: async () => [{ name: 'orders', attributes: {} }] },
        authenticationManagement: { getFlows: async () => [] },
      },
    },
    realm: async () => ({ registrationAllowed: false }),
    attributes: async () => ({ 'linkgate.enabled': 'true', ...realm }),
    allClients: async () => [{ clientId: 'web', publicClient: true, attributes: client }],
    once: async (_: string, request: () => Promise<unknown>) => await request(),
  };
  Object.setPrototypeOf(configuration, Configuration.prototype);
  return await SETTINGS.run({ configuration } as unknown as Probe);
}

describe('a realm', () => {
  test.each([
    [{ 'linkgate.passkeys': 'on' }, {}, 'realm: linkgate.passkeys is "on", which is not one of true, false'],
    [{ 'linkgate.pass': 'x' }, {}, 'realm: linkgate.pass is no setting of Linkgate; it has no effect'],
    [
      {},
      { 'linkgate.refresh-grace': 'yes' },
      'client web: linkgate.refresh-grace is "yes", which is not one of true, false',
    ],
  ])('with %j and a client with %j deviates', async (realm, client, problem) => {
    await expect(check(realm, client)).rejects.toThrow(problem);
  });

  test.each([
    [{}, {}, undefined],
    [{ 'linkgate.account-deletion': 'true', 'linkgate.account-page': 'true' }, {}, undefined],
    [
      { 'linkgate.account-deletion': 'true' },
      {},
      'realm: linkgate.account-deletion has no effect while linkgate.account-page is off',
    ],
    [
      { 'linkgate.passkey-offers': '1/0' },
      {},
      'realm: linkgate.passkey-offers has no effect while linkgate.passkeys is off',
    ],
    [
      {},
      { 'linkgate.refresh-grace': 'true' },
      'client web: linkgate.refresh-grace has no effect for a client that gets no refresh tokens; client web: linkgate.refresh-grace has no effect for a public client whose tokens aren’t bound to a key',
    ],
    [
      {},
      { 'linkgate.refresh-grace': 'true', 'linkgate.refresh-tokens': '30', 'linkgate.dpop': 'required' },
      undefined,
    ],
  ])('with %j and a client with %j conforms, and lacks: %s', async (realm, client, said) => {
    expect(await check(realm, client)).toBe(said);
  });
});
