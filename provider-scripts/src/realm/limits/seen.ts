/** What a node has seen of requests for emails, as far as rules judge it. */

/** How many requests there were, with the present one. */
export interface Seen {
  /** Of its caller and of the caller's network, in the window of the limit by IP; 0 for a caller that is exempt from it. */
  ofCaller: number;
  ofNetwork: number;
  /** Of an hour: from how many networks for what was typed, in the realm, and for unknown accounts there. */
  networksOfTyped: number;
  ofRealm: number;
  ofUnknown: number;
}
