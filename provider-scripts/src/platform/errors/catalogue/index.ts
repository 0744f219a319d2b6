/** The closed catalogue of errors by name: their codes, statuses and public texts. Each text occurs once. */
import { ADMIN_ERRORS } from './admin.ts';
import type { ERROR_CODES } from './codes.ts';
import { LINK_ERRORS } from './links.ts';
import { OAUTH_ERRORS } from './oauth.ts';
import { REQUEST_ERRORS } from './requests.ts';

/** The errors more specific than their code. */
export const CATALOGUE = { ...REQUEST_ERRORS, ...OAUTH_ERRORS, ...LINK_ERRORS, ...ADMIN_ERRORS } as const;

type Named = typeof CATALOGUE;
type Coded = typeof ERROR_CODES;

/** A name of the catalogue, or a code. */
export type ErrorName = keyof Named | keyof Coded;

/** The text of an error, as its type knows it. */
export type TextOf<N extends ErrorName> = N extends keyof Named
  ? Named[N] extends { text: infer T extends string }
    ? T
    : ''
  : '';

/** The id that a catalogued error has for the admin API. */
export type IdOf<N extends ErrorName> = N extends keyof Named
  ? Named[N] extends { id: infer I extends string }
    ? I
    : never
  : never;
