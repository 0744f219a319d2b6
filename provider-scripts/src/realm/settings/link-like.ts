/** Texts that mail programs show as links although they are none: their writer would lead readers to another page. */

/**
 * Text that mail programs turn into links: schemes, `www.`, addresses with `@`, and names that contain a dot, unless it ends a sentence. A dot
 * between digits belongs to a number, one before a single letter to an abbreviation; dots of other scripts count, too (RFC 3490, section 3.1).
 * Some programs also link bare IP addresses and paths of network shares.
 */
const LINK =
  /:\/\/|www[.\u3002\uff0e\uff61]|\S@\S|[^\s.,;:!?()"'\u3002\uff0e\uff61][.\uff0e\uff61][^\s\d.,;:!?()"'][^\s.,;:!?()"']|mailto:|\\\\|\b\d{1,3}(\.\d{1,3}){3}\b|\[[\da-f]*:[\da-f:]+\]/i;

/** Whether a text has anything of the kind. */
export function looksLikeLink(text: string): boolean {
  return LINK.test(text);
}
