/** The messages of a sign-in's pages that speak of a link, or of a code where emails contain nothing else. */
import { hasLink, type Settings } from '../../realm/flow/parse.ts';

/** What the keys of texts end with that speak of a code where the others speak of a link. */
const OF_CODE = '.code';

/** The messages that have such a text. */
const SPEAKS_OF_LINKS =
  /^linkgate(?:Error\.(?:too_many_requests(?:\.hours|\.days)?|server_error|invalid_request)|Code(?:Spent|Limited|Elsewhere)|Passkey(?:NotUsed|Cancelled|Copied))$/;

/** The key of a message on a page with these settings. */
export function messageFor(key: string, settings: Pick<Settings, 'emailContains'>): string {
  return !hasLink(settings) && SPEAKS_OF_LINKS.test(key) ? key + OF_CODE : key;
}
