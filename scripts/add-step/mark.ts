/** What the description of a copied flow says, so that it is recognized and can be undone. */

import { Failure } from '../failure.ts';
import { isJsonObject } from '../json.ts';

/** How the copy was made. */
export interface Mark {
  /** The alias of the flow that it is a copy of. */
  readonly from: string;
  /** The step's role, or the authenticator that it replaced. */
  readonly step: string;
  /** Clients that had overridden their flow with the original before. */
  readonly clients?: readonly string[];
}

const PREFIX = 'Made by linkgate add-step: ';
/** The length of Keycloak's column. */
const MAX_LENGTH = 255;

/** @throws Failure if Keycloak can't store it */
export function describeMark(mark: Mark): string {
  const text = `${PREFIX}${JSON.stringify(mark)}`;
  if (text.length > MAX_LENGTH)
    throw new Failure(
      `flow ${mark.from}: how to undo the copy doesn't fit into its description (${MAX_LENGTH} characters)`,
    );
  return text;
}

/** The mark in a flow's description; undefined if the flow isn't such a copy. */
export function markIn(description: string | undefined): Mark | undefined {
  if (!description?.startsWith(PREFIX)) return undefined;
  try {
    const mark: unknown = JSON.parse(description.slice(PREFIX.length));
    return isJsonObject(mark) && typeof mark.from === 'string' && typeof mark.step === 'string'
      ? (mark as object as Mark)
      : undefined;
  } catch {
    return undefined;
  }
}
