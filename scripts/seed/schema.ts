/**
 * Validates a file of realm-config/ by its published JSON Schema (realm-config/schema), to reject misspelt and unknown fields.
 */

import { readdir, readFile } from 'node:fs/promises';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { Failure } from '../failure.ts';
import type { Declarations } from './generated/realm-config.d.ts';

const SCHEMAS = new URL('../../realm-config/schema/', import.meta.url);

let validator: Promise<Ajv2020> | undefined;

/** A schema's file name, such as `realm.json`. */
export type SchemaName = keyof Declarations;

/** A declaration that matches a schema, without the reference to the schema. */
export type Declared<S extends SchemaName> = Omit<Declarations[S], '$schema'>;

/**
 * Returns the value if it matches the schema.
 * @param file for error messages, such as `realm-config/realm.json`
 * @throws Failure naming each field that is unknown, missing or of the wrong type
 */
export async function checkSchema<S extends SchemaName>(
  value: unknown,
  file: string,
  schema: S,
): Promise<Declarations[S]> {
  validator ??= loadSchemas();
  const validate = (await validator).getSchema(`linkgate:${schema}`) as
    | ValidateFunction<Declarations[S]>
    | undefined;
  if (!validate) throw new Error(`no schema ${schema}`);
  if (validate(value)) return value;
  throw new Failure(`${file}: ${(validate.errors ?? []).map(describe).join('; ')}`);
}

async function loadSchemas(): Promise<Ajv2020> {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, verbose: true });
  for (const file of await readdir(SCHEMAS)) {
    ajv.addSchema(JSON.parse(await readFile(new URL(file, SCHEMAS), 'utf8')) as Record<string, unknown>);
  }
  return ajv;
}

function describe({ instancePath, keyword, params, message, parentSchema }: ErrorObject): string {
  const names = instancePath.split('/').slice(1);
  const unknown: unknown = params.additionalProperty;
  if (typeof unknown === 'string') {
    const now = camelCase(unknown);
    const isFormer = now !== unknown && Object.hasOwn(parentSchema?.properties ?? {}, now);
    return `${pathOf([...names, unknown])}: unknown field${isFormer ? `; it is called ${now}` : ''}`;
  }
  const missing: unknown = params.missingProperty;
  if (typeof missing === 'string') return `${pathOf([...names, missing])}: missing`;
  const allowed: unknown = params.allowedValues;
  const choice = keyword === 'enum' && Array.isArray(allowed) ? ` (${allowed.join(', ')})` : '';
  return `${pathOf(names) || 'the file'}: ${message}${choice}`;
}

/** A name with underscores, as realm files have it. */
function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A JSON pointer's names as a JavaScript property path. */
function pathOf(names: readonly string[]): string {
  return names
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : index === 0 ? name : `.${name}`))
    .join('');
}
