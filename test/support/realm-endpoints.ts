/** The protocol endpoints of a realm, in both URL layouts (contract, section 4). */

/** The endpoints of one URL layout. */
export interface Endpoints {
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
