/** The user of a request for the page. */
import type { KeycloakSession, UserModel, UserSessionModel } from 'keycloak';
import { OWN_PROOF_NOTE } from '../../tabs/notes.ts';
import { isProofRecent } from './recent-proof.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** The user who is signed in in this browser. */
export interface SignedIn {
  session: KeycloakSession;
  live: UserSessionModel;
  user: UserModel;
}

/** Whether the user was proven recently in this session. */
export function wasProvenRecently({ live }: SignedIn): boolean {
  const provenAt = live.getNote(OWN_PROOF_NOTE);
  return isProofRecent(provenAt === null ? null : Number(provenAt), Time.currentTime());
}
