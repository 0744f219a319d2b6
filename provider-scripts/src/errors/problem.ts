/** Makes the errors of the catalogue: what is wrong with a request, or with one field of it. */
import { ADMIN_REJECTIONS, type AdminRejectionId } from './catalogue/admin-rejections.ts';
import { ERROR_CODES, type ErrorCode } from './catalogue/codes.ts';
import type { CatalogueEntry } from './catalogue/entry.ts';
import { CATALOGUE, type ErrorName, type IdOf, type TextOf } from './catalogue/index.ts';
import { fill, type Names, type Values } from './text.ts';

/** Why the admin API rejects a request or a field (docs/admin-api.json). */
export interface AdminRejection {
  id: AdminRejectionId;
  values: Values;
  /** In English, without the field's name. */
  message: string;
}

/** What is wrong with one field of a request. */
export interface FieldProblem extends AdminRejection {
  field: string;
}

/** Why a request is rejected. */
export interface Problem {
  code: ErrorCode;
  status: number;
  /** Public: names the parameter at fault, and what is wrong. */
  text: string;
  /** The parameter, or header, at fault. */
  parameter?: string;
  /** What is wrong, for programs. */
  rejection: AdminRejection;
  /** What is wrong with each field of a body. */
  details?: readonly FieldProblem[];
  /** Of a rate limit: how long to wait. */
  waitSeconds?: number;
}

/** Prefixes of some error descriptions, as in the contract's troubleshooting list (contract, section 4.4). */
export type Identifier = 'redirect_uri_mismatch' | 'code_verifier_invalid' | 'token_expired';

/** Where an error is. */
interface At {
  parameter?: string;
  /** Precedes the text instead of the parameter. */
  identifier?: Identifier;
  /** Instead of the catalogue's, where the format of the endpoint decides. */
  code?: ErrorCode;
}

/** The names of all values of an error: those in its text, and those that the admin API reports. */
type ValueNames<N extends ErrorName> =
  | Names<TextOf<N>>
  | (IdOf<N> extends infer I extends AdminRejectionId ? (typeof ADMIN_REJECTIONS)[I][number] : never);

/** The arguments of an error: its values, if it has any. */
type Given<N extends ErrorName, Where> = [ValueNames<N>] extends [never]
  ? [given?: Where]
  : [given: Values<ValueNames<N>> & Where];

/** Makes a problem by its name in the catalogue, or by a code. */
export function problem<N extends ErrorName>(name: N, ...given: Given<N, At>): Problem {
  const [{ parameter, identifier, code: otherCode, ...values } = {}] = given as readonly (At & Values)[];
  const { code: ownCode, status, rejection } = catalogued(name, values);
  const code = otherCode ?? ownCode;
  const before = identifier ?? parameter;
  return {
    code,
    status: status ?? ERROR_CODES[code].status,
    text: before === undefined ? rejection.message : `${before}: ${rejection.message}`,
    ...(parameter === undefined ? {} : { parameter }),
    rejection,
  };
}

/** Makes what is wrong with a field by its name in the catalogue. */
export function fieldProblem<N extends ErrorName>(
  field: string,
  name: N,
  ...given: Given<N, object>
): FieldProblem {
  return { field, ...adminRejection(name, ...given) };
}

/** Makes why something is rejected by its name in the catalogue, whichever field or request it is about. */
export function adminRejection<N extends ErrorName>(name: N, ...given: Given<N, object>): AdminRejection {
  const [values = {}] = given as readonly Values[];
  return catalogued(name, values).rejection;
}

/** The problem for fields that aren't valid. */
export function invalidFields(details: readonly FieldProblem[]): Problem {
  return { ...problem('ValidationError'), details };
}

/** A problem as a field problem: of its parameter, or of the whole body. */
export function fieldProblemsOf({ details, parameter = 'body', rejection }: Problem): FieldProblem[] {
  return details === undefined ? [{ field: parameter, ...rejection }] : [...details];
}

/** The catalogue's data of an error. */
function catalogued(name: ErrorName, given: Values) {
  const entry: CatalogueEntry = Object.hasOwn(CATALOGUE, name)
    ? CATALOGUE[name as keyof typeof CATALOGUE]
    : { code: name as ErrorCode };
  const { code = 'ValidationError', status, text } = entry;
  const row: { text: string; id?: AdminRejectionId } = ERROR_CODES[code];
  const id = entry.id ?? row.id ?? 'request';
  const values: Record<string, string | number> = {};
  for (const key of ADMIN_REJECTIONS[id] as readonly string[]) {
    const value = given[key];
    if (value !== undefined) values[key] = value;
  }
  const rejection: AdminRejection = { id, values, message: fill(text ?? row.text, given) };
  return { code, status, rejection };
}
