/** Who an access token is for, as an API scope names it. */

/** An absolute URI without a fragment, as a resource is named (RFC 8707, section 2); one of the web has a host. */
const ABSOLUTE_URI = /^(https?:\/\/[^/?#]+[^#]*|(?!https?:)[a-z][a-z0-9+.-]*:[^#]+)$/i;
/** The ID of a client: no relative reference, which names nothing by itself. */
const CLIENT_ID = /^[^:/?#][^:#]*$/;
const SHAPE = /^[\x21-\x7e]{1,255}$/;

/** Whether an API scope may have this audience: an absolute URI without a fragment, or a client ID. */
export function isAudience(text: string): boolean {
  return SHAPE.test(text) && (ABSOLUTE_URI.test(text) || CLIENT_ID.test(text));
}
