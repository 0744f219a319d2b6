/** The tokens of a change of address: one for each address. A token is as long as an invitation's, and says which address it is for. */
import { sha256 } from '../engine/bytes.ts';
import { newToken } from '../invitation/keys.ts';
import { invitationTokenIn } from '../invitation/token-text.ts';
import type { Side } from './change.ts';

/** The first letter of a token. */
const MARKS = { old: 'o', new: 'n' } as const satisfies Record<Side, string>;

/** A token in a URL: which address it was sent to, and its key in the database. */
export interface ReadToken {
  token: string;
  side: Side;
  key: string;
}

/** Returns a new token. */
export function newChangeToken(side: Side): string {
  return MARKS[side] + newToken().slice(MARKS[side].length);
}

/** Returns the key of a token. */
export function changeKey(token: string): string {
  return sha256(token);
}

/** Reads a text from a URL; null if it can't be a token. */
export function readChangeToken(text: string): ReadToken | null {
  const token = invitationTokenIn(text);
  if (token.startsWith(MARKS.old)) return { token, side: 'old', key: changeKey(token) };
  return token.startsWith(MARKS.new) ? { token, side: 'new', key: changeKey(token) } : null;
}
