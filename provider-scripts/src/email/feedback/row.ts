/** The texts of an email's row, none of which is longer than its column: what is stored of an email must not fail because of what others wrote. */
import { isCaller } from '../../platform/limits/addresses.ts';
import type { EmailState } from './event.ts';

/** What a row says of an email in texts. */
export interface EmailTexts {
  readonly addressKey: string;
  /** The account that it is for; null if there is none yet, or it isn't known. */
  readonly userId: string | null;
  /** The link in it, if it is one of `LINKGATE_LINK`. */
  readonly linkId: string | null;
  /** The name of its template. */
  readonly kind: string;
  readonly route: string | null;
  /** Its ID at the service; null without one. */
  readonly serviceId: string | null;
  readonly state: EmailState;
  /** The client that it is for; null for none. */
  readonly clientUuid: string | null;
  /** The network of the request for it; null if nobody's browser requested it. */
  readonly network: string | null;
}

/** How long a text may be, by column. */
export const COLUMN_LENGTHS = {
  EMAIL_KEY: 43,
  USER_ID: 255,
  LINK_ID: 36,
  KIND: 64,
  ROUTE: 20,
  SERVICE_ID: 255,
  STATE: 16,
  CLIENT_UUID: 36,
  NETWORK: 64,
} as const;
type Column = keyof typeof COLUMN_LENGTHS;

/** An ID as services write it, in one word of ASCII. */
const ID = /^[!-~]+$/;

/** The columns. An ID that is too long is none, since a part of it would be another one; nor is a text from a proxy's header a network. */
export function textsOf(email: EmailTexts): Readonly<Record<Column, string | null>> {
  const { addressKey, userId, linkId, kind, route, serviceId, state, clientUuid, network } = email;
  return {
    EMAIL_KEY: addressKey,
    USER_ID: fitting('USER_ID', userId),
    LINK_ID: fitting('LINK_ID', linkId),
    KIND: kind.slice(0, COLUMN_LENGTHS.KIND),
    ROUTE: fitting('ROUTE', route),
    SERVICE_ID: serviceId !== null && ID.test(serviceId) ? fitting('SERVICE_ID', serviceId) : null,
    STATE: state,
    CLIENT_UUID: fitting('CLIENT_UUID', clientUuid),
    NETWORK: network !== null && isCaller(network) ? fitting('NETWORK', network) : null,
  };
}

function fitting(column: Column, text: string | null): string | null {
  return text !== null && text.length <= COLUMN_LENGTHS[column] ? text : null;
}
