/** What the steps of `/verify-email` find, each for those that follow it. */
import type { ClientModel, UserModel } from 'keycloak';
import type { LinkRow } from '../../magic-link/link.ts';
import type { Settings } from '../../settings/parse.ts';

/** A link and the client that it signs in to. */
export interface FoundLink {
  row: LinkRow;
  client: ClientModel;
}

/** By `findLink`. */
export interface WithLink {
  token: string;
  link: FoundLink;
  /** The token, if a rejection may offer a new link for it; null for a link that was returned, whose requester isn't its recipient. */
  retry: string | null;
}

/** By `findSettings`. */
export interface WithSettings {
  settings: Settings;
}

/** By `findOtherUser`. */
export interface WithOtherUser {
  /** The user who is signed in in this browser, if that isn't the link's. */
  otherUser: UserModel | null;
}

/** By `findDestination`. */
export interface WithDestination {
  /** Where a link leads that doesn't end its client's own authorization request; null for one that does. */
  destination: string | null;
}
