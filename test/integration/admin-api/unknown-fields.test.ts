/** The admin API names a field that an operation doesn't have (contract, section 4.15). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import document from '../../../docs/admin-api.json' with { type: 'json' };
import { admin, setRealmAttributes } from '../../support/admin.ts';
import { callAdminApi, OPERATIONS } from '../../support/admin-api.ts';

interface Body {
  content: { 'application/json'?: { schema: Schema | { oneOf: readonly Schema[] } } };
}
interface Schema {
  $ref: string;
}
interface Rejected {
  details: { field: string; id: string; values: { choices: string } }[];
}

/** The fields that the document gives the body of an operation; the first of several is a Linkgate realm’s. */
function fieldsOf({ content }: Body): string[] {
  const schema = content['application/json']?.schema;
  const [{ $ref } = { $ref: '' }] = schema === undefined ? [] : 'oneOf' in schema ? schema.oneOf : [schema];
  const name = $ref.split('/').at(-1);
  const schemas = document.components.schemas as Readonly<Record<string, object>>;
  const { properties = {} } = (schemas[name ?? ''] ?? {}) as { properties?: object };
  return Object.keys(properties);
}

/** Of stock realms alone: `step-link-batches.test.ts` has its fields. */
const NOT_HERE = 'createLinkBatch';

const WITH_BODY = OPERATIONS.filter(
  ({ operation }) =>
    operation.operationId !== NOT_HERE &&
    (operation.requestBody as Body | undefined)?.content['application/json'] !== undefined,
);

const ids: Record<string, string> = {};
let restore: () => Promise<unknown>;
beforeAll(async () => {
  restore = await setRealmAttributes({ 'linkgate.backend-links': 'true', 'linkgate.invitations': 'true' });
  const [client] = await (await admin()).clients.find({ realm: 'linkgate', clientId: 'demo-web' });
  const { json } = await callAdminApi<{ steps: { id: string }[] }>('GET', '/settings');
  Object.assign(ids, { clients: client?.id, steps: json.steps[0]?.id });
});
afterAll(async () => await restore());

test.each(WITH_BODY.map((one) => ({ ...one, name: one.operation.operationId })))(
  '$name names an unknown field, and those that it has',
  async ({ method, path, operation }) => {
    const known = fieldsOf(operation.requestBody as Body);
    const ofExisting = path.replace(/(\w+)\/\{id\}/, (_, of) => `${of}/${ids[of]}`);
    const body = { versoin: 'x', [`${known[0]}s`]: 1 };
    const { status, json } = await callAdminApi<Rejected>(method, ofExisting, { body });
    const unknown = json.details.filter(({ field }) => Object.hasOwn(body, field));
    expect([status, unknown.map(({ field, id }) => [field, id])]).toEqual([
      400,
      Object.keys(body).map((field) => [field, 'choice']),
    ]);
    for (const { values } of unknown) expect(values.choices.split(', ').toSorted()).toEqual(known.toSorted());
  },
);

test('a change of settings with one changes nothing', async () => {
  const shown = async () => (await callAdminApi<{ version: string }>('GET', '/settings')).json;
  const before = await shown();
  const body = { version: before.version, changes: { 'linkgate.unknown-scopes': 'ignore' }, dryRun: true };
  const { status, json } = await callAdminApi<Rejected>('PUT', '/settings', { body });
  expect([status, json.details.map(({ field }) => field)]).toEqual([400, ['dryRun']]);
  expect(await shown()).toEqual(before);
});
