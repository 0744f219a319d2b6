/** Reads the JSON body that sets a client's API scopes. */
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';

/** The names, and the version of the client that they are for. */
export function readApiScopes(
  { api_scopes: given, version }: Record<string, unknown>,
  known: readonly string[],
): { names: string[]; version: string } | { details: FieldProblem[] } {
  const details = problemsOf(given, known);
  if (typeof version !== 'string') details.push(fieldProblem('version', 'version_required'));
  if (details.length > 0) return { details };
  // In the order of the list, each once.
  const names = known.filter((name) => (given as readonly string[]).includes(name));
  return { names, version: version as string };
}

function problemsOf(given: unknown, known: readonly string[]): FieldProblem[] {
  if (!Array.isArray(given)) return [fieldProblem('api_scopes', 'not_a_list')];
  if (given.some((name) => typeof name !== 'string')) return [fieldProblem('api_scopes', 'not_a_string')];
  const unknown = (given as readonly string[]).filter((name) => !known.includes(name));
  return unknown.length === 0
    ? []
    : [fieldProblem('api_scopes', 'api_scope_unknown', { name: unknown.join(', ') })];
}
