/** Responses, validated against one of the project's OpenAPI documents. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

/** The document's description of an operation. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, object>>;
}

/** A document's operations, and the check of a response. */
export interface ApiDocument<Described extends Operation> {
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly operation: Described;
  }[];
  /** Returns a response's JSON and the operation; fails if the document lacks the operation, the status or the body's schema. */
  documented(
    method: string,
    path: string,
    status: number,
    text: string,
  ): { json: unknown; operationId: string };
}

const METHODS = ['get', 'put', 'post', 'delete'] as const;

/** @param file the document's name in `docs` */
export function apiDocument<Described extends Operation = Operation>(
  file: string,
  document: { readonly paths: object },
): ApiDocument<Described> {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const id = `https://linkgate.example/${file}`;
  ajv.addSchema(document, id);
  const validators = new Map<string, ValidateFunction>();

  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = (item as Partial<Record<string, Described>>)[method];
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }];
    }),
  );

  function operationOf(method: string, path: string) {
    const parts = path.split('?')[0]?.split('/') ?? [];
    const fits = (template: string) => {
      const wanted = template.split('/');
      return (
        wanted.length === parts.length && wanted.every((part, i) => part.startsWith('{') || part === parts[i])
      );
    };
    const found = operations.find((one) => one.method === method && fits(one.path));
    if (found === undefined) throw new Error(`docs/${file} has no ${method} ${path}`);
    return found;
  }

  /** Returns the validator of a body with that status, or null. */
  function validatorOf(path: string, method: string, status: number): ValidateFunction | null {
    const item = pointer(['paths', path, method.toLowerCase(), 'responses', String(status)]);
    const responses = resolved(item);
    const schema = (responses.content as Record<string, { schema: object }> | undefined)?.['application/json']
      ?.schema;
    if (schema === undefined) return null;
    const name = `${method} ${path} ${status}`;
    const known = validators.get(name) ?? ajv.compile(rebased(schema));
    validators.set(name, known);
    return known;
  }

  function pointer(parts: readonly string[]): Record<string, unknown> {
    return parts.reduce(
      (value: unknown, part) => (value as Record<string, unknown>)[part],
      document,
    ) as Record<string, unknown>;
  }

  function resolved(value: Record<string, unknown>): Record<string, unknown> {
    return typeof value.$ref === 'string' ? pointer(value.$ref.slice(2).split('/')) : value;
  }

  /** A standalone schema with references into the document. */
  function rebased(schema: object): object {
    return JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${id}#/`)) as object;
  }

  return {
    operations,
    documented(method, path, status, text) {
      const found = operationOf(method, path);
      const what = `${method} ${path}: ${status} ${text.slice(0, 500)}`;
      expect(Object.keys(found.operation.responses), what).toContain(String(status));
      const json = text === '' ? undefined : (JSON.parse(text) as unknown);
      const valid = validatorOf(found.path, method, status);
      if (valid === null) expect(text, what).toBe('');
      else expect(valid(json) ? [] : valid.errors, what).toEqual([]);
      return { json, operationId: found.operation.operationId };
    },
  };
}
