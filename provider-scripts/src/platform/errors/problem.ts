/** Creates the catalogue's errors: problems of a request, or of one of its fields. */
import { ADMIN_REJECTIONS, type AdminRejectionId } from './catalogue/admin-rejections.ts';
import { ERROR_CODES, type ErrorCode } from './catalogue/codes.ts';
import type { CatalogueEntry } from './catalogue/entry.ts';
import type { FindingId } from './catalogue/findings.ts';
import { CATALOGUE, type ErrorName, type IdOf, type TextOf } from './catalogue/index.ts';
import { fill, type Names, type Values } from './text.ts';

/** Why the admin API rejects a request or a field (docs/admin-api.json). */
export interface AdminRejection {
  id: AdminRejectionId;
  values: Values;
  /** In English, without the field's name. */
  message: string;
}

/** A problem of one field of a request: a rejection, or what is wrong with a setting's value. */
export interface FieldProblem extends Omit<AdminRejection, 'id'> {
  field: string;
  id: AdminRejectionId | FindingId;
}

/** Why a request is rejected. */
export interface Problem {
  code: ErrorCode;
  status: number;
  /** Public: names the parameter at fault and the reason. */
  text: string;
  /** The parameter, or header, at fault. */
  parameter?: string;
  /** The reason, for programs. */
  rejection: AdminRejection;
  /** The problems of a body's fields. */
  details?: readonly FieldProblem[];
  /** Of a rate limit: how long to wait. */
  waitSeconds?: number;
  /** What the requester must solve first, as JSON has it. */
  challenge?: object;
}

/** Prefixes of some error descriptions, as in the contract's troubleshooting list (contract, section 4.4). */
export type Identifier = 'redirect_uri_mismatch' | 'code_verifier_invalid' | 'token_expired';

/** The location of an error. */
interface At {
  parameter?: string;
  /** Precedes the text instead of the parameter. */
  identifier?: Identifier;
  /** Overrides the catalogue's code, for endpoints with another error format. */
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

/** Creates a problem by its name in the catalogue, or by a code. */
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

/** Creates a field's problem by its name in the catalogue. */
export function fieldProblem<N extends ErrorName>(
  field: string,
  name: N,
  ...given: Given<N, object>
): FieldProblem {
  return { field, ...adminRejection(name, ...given) };
}

/** Creates a rejection by its name in the catalogue, for any field or request. */
export function adminRejection<N extends ErrorName>(name: N, ...given: Given<N, object>): AdminRejection {
  const [values = {}] = given as readonly Values[];
  return catalogued(name, values).rejection;
}

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
