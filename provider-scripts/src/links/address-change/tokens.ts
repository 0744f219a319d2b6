/** The tokens of a change of address: one for each address. A token says which address it is for. */
import { randomTokenIn, TOKEN_LENGTH } from '../../http/request/random-token.ts';
import { sha256 } from '../../platform/engine/bytes.ts';
import { randomToken } from '../../platform/engine/random-token.ts';
import type { Side } from './change.ts';

/** The first letter of a token. */
const MARKS = { old: 'o', new: 'n' } as const satisfies Record<Side, string>;

/** A token in a URL: which address it was sent to, and its key in the database. */
export interface ReadToken {
  token: string;
  side: Side;
  key: string;
}

export function newChangeToken(side: Side): string {
  return MARKS[side] + randomToken(TOKEN_LENGTH - MARKS[side].length);
}

export function changeKey(token: string): string {
  return sha256(token);
}

/** Reads a text from a URL; null if it can't be a token. */
export function readChangeToken(text: string): ReadToken | null {
  const token = randomTokenIn(text);
  if (token.startsWith(MARKS.old)) return { token, side: 'old', key: changeKey(token) };
  return token.startsWith(MARKS.new) ? { token, side: 'new', key: changeKey(token) } : null;
}
