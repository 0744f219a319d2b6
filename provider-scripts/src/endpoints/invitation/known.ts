/** What the steps of `/invitation` find, each for those that follow it. */
import type { ClientModel } from 'keycloak';
import type { InvitationRow } from '../../invitation/invitation.ts';

/** By `findInvitation`: an invitation, its client, and where that takes its user. */
export interface WithInvitation {
  token: string;
  /** What stands for the token in the database. */
  key: string;
  row: InvitationRow;
  client: ClientModel;
  landing: string;
}
