/** The results of the steps of `/invitation`, for later steps. */
import type { ClientModel } from 'keycloak';
import type { InvitationRow } from '../../links/invitation/invitation.ts';

/** By `findInvitation`: the invitation, its client, and the URL it leads to. */
export interface WithInvitation {
  token: string;
  /** The token's key in the database. */
  key: string;
  row: InvitationRow;
  client: ClientModel;
  landing: string;
}
