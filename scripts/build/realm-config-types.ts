/** Generates the TypeScript types of realm-config/ from its published JSON Schemas. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { ROOT } from './root.ts';

const SCHEMAS = path.join(ROOT, 'realm-config', 'schema');
const OUTPUT = path.join(ROOT, 'scripts', 'seed', 'generated', 'realm-config.d.ts');
/** The prefix of the schemas' IDs, such as `linkgate:keys.json`. */
const ID_PREFIX = 'linkgate:';

/** Writes the types: one for each schema, and `Declarations`, which contains them all by file name. */
export async function generateRealmConfigTypes(): Promise<void> {
  const schemas: Record<string, JSONSchema> = {};
  for (const file of (await readdir(SCHEMAS)).sort()) {
    const schema = JSON.parse(await readFile(path.join(SCHEMAS, file), 'utf8')) as JSONSchema;
    if (schema.type !== undefined) schemas[file] = schema;
  }
  const types = await compile(rootSchema(Object.keys(schemas)), 'Declarations', {
    additionalProperties: false,
    bannerComment: '',
    cwd: SCHEMAS,
    format: false,
    customName: ({ $id }) => ($id?.startsWith(ID_PREFIX) ? typeName($id) : undefined),
    $refOptions: { resolve: { linkgate: { canRead: isOurs, read: readOurs } } },
  });
  await mkdir(path.dirname(OUTPUT), { recursive: true });
  await writeFile(OUTPUT, asJson(types));
}

/** Uses type aliases, which the compiler knows to be closed, and removes `undefined`, which JSON doesn't have. */
function asJson(types: string): string {
  return types.replace(/^export interface (\w+) \{/gm, 'export type $1 = {').replace(/ \| undefined$/gm, '');
}

/** A schema with a property for each schema, so that shared types are generated once. */
function rootSchema(files: readonly string[]): JSONSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(files.map((file) => [file, { $ref: `${ID_PREFIX}${file}` }])),
    required: [...files],
  };
}

/** `linkgate:sample-realm.json` → `SampleRealm`. */
function typeName(id: string): string {
  return path
    .basename(id.slice(ID_PREFIX.length), '.json')
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function isOurs({ url }: { url: string }): boolean {
  return url.startsWith(ID_PREFIX);
}

function readOurs({ url }: { url: string }): Promise<string> {
  return readFile(path.join(SCHEMAS, url.slice(ID_PREFIX.length)), 'utf8');
}
