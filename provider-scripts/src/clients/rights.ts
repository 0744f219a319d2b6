/** A client's rights to what it is issued, as they are recorded to find out which of them it loses. */
import type { Approval, RefreshTokens } from '../realm/settings/choices.ts';
import { outlivesSession } from './refresh-tokens.ts';

/** Rights that can be compared with earlier ones: more is more. */
export interface Rights {
  /** Whether users can sign in to it: 0 or 1. */
  usable: number;
  /** Refresh tokens: none, those of a session, those that outlive it. */
  refresh: number;
  /** The level of authentication below which it is issued nothing; of this right, less is more. */
  minimumLevel: number;
}

/** The rights of a client with these settings. */
export function rightsWith(
  isEnabled: boolean,
  approval: Approval,
  stay: RefreshTokens,
  minimumLevel: number,
): Rights {
  return {
    usable: isEnabled && approval === 'approved' ? 1 : 0,
    refresh: outlivesSession(stay) ? 2 : Number(stay === 'session'),
    minimumLevel,
  };
}

/** Those of a client of which nothing is recorded. */
export const DEFAULT_RIGHTS: Rights = rightsWith(true, 'approved', 'off', 0);

/** Whether one of the rights is less than before. */
export function losesRight(before: Rights, now: Rights): boolean {
  return now.usable < before.usable || now.refresh < before.refresh || now.minimumLevel > before.minimumLevel;
}

/** The attribute's text: each right as a number. */
const SHAPE = /^([01]) ([012]) (\d+)$/;

/** Reads the attribute; null for a client that has none. */
export function readRights(attribute: string | null): Rights | null {
  const match = SHAPE.exec(attribute ?? '');
  if (match === null) return null;
  return { usable: Number(match[1]), refresh: Number(match[2]), minimumLevel: Number(match[3]) };
}

/** The attribute's value. */
export function rightsText({ usable, refresh, minimumLevel }: Rights): string {
  return `${usable} ${refresh} ${minimumLevel}`;
}
