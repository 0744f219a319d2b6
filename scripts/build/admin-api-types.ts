/** Generates the TypeScript types of the admin API from its OpenAPI file, for the pages that call it. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { ROOT } from './root.ts';

const API = path.join(ROOT, 'docs', 'admin-api.json');
const OUTPUT = path.join(ROOT, 'admin-pages', 'generated', 'admin-api.d.ts');

/** Writes the types: one for each of the file's schemas. */
export async function generateAdminApiTypes(): Promise<void> {
  const text = (await readFile(API, 'utf8')).replaceAll('#/components/schemas/', '#/definitions/');
  const { components } = JSON.parse(text) as { components: { schemas: Record<string, JSONSchema> } };
  // Each schema is a property of one root schema, so that shared types are generated once.
  const root: JSONSchema = {
    type: 'object',
    properties: Object.fromEntries(
      Object.keys(components.schemas).map((name) => [name, { $ref: `#/definitions/${name}` }]),
    ),
    additionalProperties: false,
    definitions: components.schemas as NonNullable<JSONSchema['definitions']>,
  };
  const types = await compile(root, 'AdminApi', {
    additionalProperties: false,
    bannerComment: '',
    format: false,
  });
  await mkdir(path.dirname(OUTPUT), { recursive: true });
  await writeFile(OUTPUT, types);
}
