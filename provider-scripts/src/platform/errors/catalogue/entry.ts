/** An entry of the catalogue. */
import type { AdminRejectionId } from './admin-rejections.ts';
import type { ErrorCode } from './codes.ts';

/** One error. Its text follows the name of the parameter at fault, if any; the default is the code's text. */
export interface CatalogueEntry {
  /** Defaults to `ValidationError`. */
  code?: ErrorCode;
  /** Defaults to the code's. */
  status?: number;
  /** The id that the admin API reports; defaults to that of the code. */
  id?: AdminRejectionId;
  /** Public, in English, with its values in braces. */
  text?: string;
}

/** Errors of one code that differ in their texts only. */
export function ofCode<const C extends ErrorCode, const T extends Readonly<Record<string, string>>>(
  code: C,
  texts: T,
) {
  const entries = Object.entries(texts).map(([name, text]) => [name, { code, text }] as const);
  return Object.fromEntries(entries) as unknown as { [N in keyof T]: { code: C; text: T[N] } };
}

/** Errors that share a status. */
export function ofStatus<const T extends Readonly<Record<string, CatalogueEntry>>>(
  status: number,
  errors: T,
): T {
  const entries = Object.entries(errors).map(([name, error]) => [name, { ...error, status }] as const);
  return Object.fromEntries(entries) as unknown as T;
}
