/** The session endpoints. */
import type { Check } from '../../probe/check.ts';
import { SESSION_ENDPOINTS } from './session-endpoints.ts';

export const SESSION_CHECKS: readonly Check[] = [SESSION_ENDPOINTS];
