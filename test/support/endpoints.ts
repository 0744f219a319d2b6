/** The protocol endpoints of the sample realm, in both URL layouts (contract, section 4). */
import { inject } from 'vitest';

/** The endpoints of one URL layout. */
interface Endpoints {
  kind: string;
  auth: string;
  token: string;
  userinfo: string;
  introspect: string;
  revoke: string;
}

/** The names of the endpoints. */
export type EndpointName = Exclude<keyof Endpoints, 'kind'>;

/** The endpoints of any realm, for instance one that the test created. */
export function endpointsOf(baseUrl: string): readonly [Endpoints, Endpoints] {
  const keycloak = `${baseUrl}/protocol/openid-connect`;
  return [
    {
      kind: 'the contract’s path',
      auth: `${baseUrl}/auth`,
      token: `${baseUrl}/token`,
      userinfo: `${baseUrl}/userinfo`,
      introspect: `${baseUrl}/introspect`,
      revoke: `${baseUrl}/revoke`,
    },
    {
      kind: 'Keycloak’s path',
      auth: `${keycloak}/auth`,
      token: `${keycloak}/token`,
      userinfo: `${keycloak}/userinfo`,
      introspect: `${keycloak}/token/introspect`,
      revoke: `${keycloak}/revoke`,
    },
  ];
}

/** Both URL layouts of the realm `linkgate`. */
export const BOTH_KINDS = endpointsOf(inject('site').baseUrl);

/**
 * The layouts that protocol tests run on, for `describe.each`: the contract's paths. One table serves both by Keycloak's classes and
 * methods, and `protocol/parity.test.ts` compares them; in images and on other versions of Keycloak all tests run on both.
 */
export const ENDPOINTS: readonly [Endpoints, ...Endpoints[]] =
  process.env.LINKGATE_TEST_ON === undefined ? [BOTH_KINDS[0]] : BOTH_KINDS;
