/** Where a step's links offer cross-device sign-in. */

import { BROWSER_FLOW_PATH, POST_BROKER_LOGIN } from '../../platform/keycloak/flow-paths.ts';
import type { StepSettings } from '../../realm/flow/parse.ts';

/**
 * The flows in which a link may be approved: sign-ins. Elsewhere a stranger who started the flow, and was told a comparison code, would set a
 * password or link an identity of their own.
 */
const SIGN_INS: readonly string[] = [BROWSER_FLOW_PATH, POST_BROKER_LOGIN];

/** Whether the links of a step can be approved that runs in the flow of this path. */
export function offersCrossDevice(
  { crossDevice }: Pick<StepSettings, 'crossDevice'>,
  flowPath: string,
): boolean {
  return crossDevice && SIGN_INS.includes(flowPath);
}
