/** The results of the steps of `/verify-email`, for later steps. */
import type { ClientModel, UserModel } from 'keycloak';
import type { LinkRow } from '../../links/magic-link/link.ts';
import type { Settings } from '../../realm/flow/parse.ts';

/** A link and the client that it signs in to. */
export interface FoundLink {
  row: LinkRow;
  client: ClientModel;
}

/** By `findLink`. */
export interface WithLink {
  token: string;
  link: FoundLink;
  /** The token, if a rejection may offer a new link for it; null for a returned link, whose requester isn't its recipient. */
  retry: string | null;
}

/** By `findSettings`. */
export interface WithSettings {
  settings: Settings;
}

/** By `findOtherUser`. */
export interface WithOtherUser {
  /** The user who is signed in in this browser, if not the link's. */
  otherUser: UserModel | null;
}

/** By `findDestination`. */
export interface WithDestination {
  /** The destination of a link that doesn't complete its client's own authorization request; null for one that does. */
  destination: string | null;
}
