/** A user's proof: the account, the proven address, and the authorization request that the proof is for. */
import type { ClientModel } from 'keycloak';
import type { LinkRequest, LinkRow } from '../../links/magic-link/link.ts';
import type { ProofMethod } from '../../links/magic-link/redeem.ts';
import type { ProvenAccount } from './link-session.ts';

/** A proof that has not been used to sign in yet. */
export interface Proof extends ProvenAccount {
  /** Normalised. */
  email: string;
  client: ClientModel;
  /** The authorization request with which the sign-in continues. */
  request: LinkRequest;
  method: ProofMethod | 'passkey' | 'provider';
  /** The link of a cross-device sign-in, which its user may revoke; absent for any other proof. */
  approved?: string;
}

/** The result of the step that proves the user, for later steps. */
export interface WithProof {
  proof: Proof;
}

/** The proof of a user who has redeemed a link of this client. */
export function proofOfLink(
  { jti, email, request }: LinkRow,
  client: ClientModel,
  proven: ProvenAccount,
  method: ProofMethod,
): Proof {
  const approved = method === 'cross-device' ? { approved: jti } : {};
  return { ...proven, email, client, request, method, ...approved };
}
