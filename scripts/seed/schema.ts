/** Checks a file of realm-config/ against its published JSON Schema (realm-config/schema), so that no field is misspelt or unknown. */

import { readdir, readFile } from 'node:fs/promises';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { Failure } from '../failure.ts';
import type { Declarations } from './generated/realm-config.d.ts';

const SCHEMAS = new URL('../../realm-config/schema/', import.meta.url);

let validator: Promise<Ajv2020> | undefined;

/** A schema's file name, such as `realm.json`. */
export type SchemaName = keyof Declarations;

/** What is declared according to a schema, without the reference to it. */
export type Declared<S extends SchemaName> = Omit<Declarations[S], '$schema'>;

/**
 * The value, if it matches the schema.
 * @param file named in errors, such as `realm-config/realm.json`
 * @throws Failure naming each field that is unknown, missing or of the wrong kind
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
  if (!validate) throw new Error(`there is no schema ${schema}`);
  if (validate(value)) return value;
  throw new Failure(`${file}: ${(validate.errors ?? []).map(describe).join('; ')}`);
}

async function loadSchemas(): Promise<Ajv2020> {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  for (const file of await readdir(SCHEMAS)) {
    ajv.addSchema(JSON.parse(await readFile(new URL(file, SCHEMAS), 'utf8')) as Record<string, unknown>);
  }
  return ajv;
}

function describe({ instancePath, keyword, params, message }: ErrorObject): string {
  const names = instancePath.split('/').slice(1);
  const unknown: unknown = params.additionalProperty;
  if (typeof unknown === 'string') return `${pathOf([...names, unknown])}: unknown field`;
  const missing: unknown = params.missingProperty;
  if (typeof missing === 'string') return `${pathOf([...names, missing])}: missing`;
  const allowed: unknown = params.allowedValues;
  const choice = keyword === 'enum' && Array.isArray(allowed) ? ` (${allowed.join(', ')})` : '';
  return `${pathOf(names) || 'the file'}: ${message}${choice}`;
}

/** A JSON pointer's names, written as the field is in JavaScript. */
function pathOf(names: readonly string[]): string {
  return names
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : index === 0 ? name : `.${name}`))
    .join('');
}
