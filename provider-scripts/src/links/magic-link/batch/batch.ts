/** A list of users who get a link each: what its lines share. A line's own user is in its row (`LineUser`). */
import type { NOTED_PARAMETERS } from '../../../clients/noted-parameters.ts';
import type { RequesterGrant } from '../link.ts';

/** The most users of a list. */
export const MAX_USERS = 10_000;

/** Parameters of the client's request. */
type RequestParameters = Partial<Record<'scope' | (typeof NOTED_PARAMETERS)[number] | 'ui_locales', string>>;

/** What the links of a backend in a stock realm are for, without their users. */
export interface SharedRequest {
  clientId: string;
  /** Null for the client's own start or home page. */
  redirectUri: string | null;
  parameters: RequestParameters;
  /** The step's lifetime if null. */
  lifetimeSeconds: number | null;
  create: boolean;
  requiredActions: readonly string[];
  /** The name of a template of the realm's own; null for the usual email. */
  template: string | null;
}

/** What a list's row stores for its lines. */
export interface BatchRequest {
  shared: SharedRequest;
  /** The right by which it is sent, which is checked again for each line. */
  grant: RequesterGrant;
  /** A hash of what was requested with an idempotency key; null without one. */
  requestKey: string | null;
}
