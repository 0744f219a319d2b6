/** Whether a client may be used: an administrator's decision, in an attribute of the client (contract, section 3.3). */
import type { Approval } from '../realm/settings/choices.ts';

/** The states in which responses treat a client as unknown. */
export const UNKNOWN_STATES: readonly Approval[] = ['rejected', 'deleted'];

/** The states in which a client that described itself may describe itself anew: an administrator looks at it before it can be used. */
export const OPEN_STATES: readonly Approval[] = ['pending', 'suspended'];
