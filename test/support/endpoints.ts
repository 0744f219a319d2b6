/** The protocol endpoints of the sample realm `linkgate`. */
import { inject } from 'vitest';
import { type Endpoints, endpointsOf } from './realm-endpoints.ts';

/** Both URL layouts of the realm `linkgate`. */
export const BOTH_KINDS = endpointsOf(inject('site').baseUrl);

/**
 * The layouts that protocol tests run on, for `describe.each`: the contract's paths. One table serves both by Keycloak's classes and
 * methods, and `protocol/parity.test.ts` compares them; on other versions of Keycloak all tests run on both.
 */
export const ENDPOINTS: readonly [Endpoints, ...Endpoints[]] =
  process.env.LINKGATE_TEST_ON === 'versions' ? BOTH_KINDS : [BOTH_KINDS[0]];
