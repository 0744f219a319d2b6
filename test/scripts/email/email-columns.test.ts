/** The columns of an email's row, and the longest and strangest that each source can write into them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EMAIL_STATES } from '../../../provider-scripts/src/email/feedback/event.ts';
import {
  COLUMN_LENGTHS,
  type EmailTexts,
  textsOf,
} from '../../../provider-scripts/src/email/feedback/row.ts';
import { addressIn, callerKey } from '../../../provider-scripts/src/platform/limits/addresses.ts';

const CHANGES = join(
  import.meta.dirname,
  '../../../provider-scripts/host/src/main/resources/META-INF/linkgate-changelog.xml',
);

const EMAIL: EmailTexts = {
  addressKey: 'k'.repeat(43),
  userId: 'user',
  linkId: 'link',
  kind: 'magic-link',
  route: 'main',
  serviceId: 'id',
  state: 'accepted',
  clientUuid: 'client',
  network: '192.0.2.7',
};

/** As `requestNetwork` finds it: the server has what is in a proxy's header as an address, or else as a text. */
const networkOf = (header: string) => callerKey(addressIn(header) ?? header);
const long = (length: number) => 'x'.repeat(length);

type Column = keyof typeof COLUMN_LENGTHS;
const CASES: readonly (readonly [Column, Partial<EmailTexts>, string | null])[] = [
  ['USER_ID', { userId: `f:${long(36)}:${long(200)}` }, `f:${long(36)}:${long(200)}`],
  ['USER_ID', { userId: `f:${long(36)}:${long(255)}` }, null],
  ['LINK_ID', { linkId: long(36) }, long(36)],
  ['LINK_ID', { linkId: long(37) }, null],
  ['KIND', { kind: `${long(64)}more` }, long(64)],
  ['ROUTE', { route: long(20) }, long(20)],
  ['ROUTE', { route: long(21) }, null],
  ['SERVICE_ID', { serviceId: `1.2@${long(251)}` }, `1.2@${long(251)}`],
  ['SERVICE_ID', { serviceId: `1.2@${long(252)}` }, null],
  ['SERVICE_ID', { serviceId: 'a\u0000b' }, null],
  ['SERVICE_ID', { serviceId: '' }, null],
  ['CLIENT_UUID', { clientUuid: long(36) }, long(36)],
  ['CLIENT_UUID', { clientUuid: long(37) }, null],
  ['NETWORK', { network: networkOf('255.255.255.255') }, '255.255.255.255'],
  [
    'NETWORK',
    { network: networkOf('[2001:db8:ffff:ffff:ffff:ffff:ffff:ffff]:65535') },
    '2001:db8:ffff:ffff::/64',
  ],
  ['NETWORK', { network: networkOf(`fe80::1%${long(250)}`) }, 'fe80:0:0:0::/64'],
  ['NETWORK', { network: `fe80::1%${long(250)}` }, null],
  ['NETWORK', { network: networkOf(long(65)) }, null],
  ['NETWORK', { network: networkOf(long(8000)) }, null],
  ['NETWORK', { network: networkOf('unknown') }, null],
  ['NETWORK', { network: networkOf('192.0.2.7, 192.0.2.8') }, null],
  ['NETWORK', { network: '' }, null],
  ...EMAIL_STATES.map((state) => ['STATE', { state }, state] as const),
];

describe('a text of an email', () => {
  test.each(CASES)('%s of %j is stored as %j', (column, change, stored) => {
    const texts = textsOf({ ...EMAIL, ...change });
    expect(texts).toEqual({ ...textsOf(EMAIL), [column]: stored });
    for (const [name, length] of Object.entries(COLUMN_LENGTHS))
      expect((texts[name as Column] ?? '').length, name).toBeLessThanOrEqual(length);
  });

  test('has every column of texts that is written when it is sent, at the length that the table has', async () => {
    const [, table = ''] =
      /<createTable tableName="LINKGATE_EMAIL">([\s\S]*?)<\/createTable>/.exec(
        await readFile(CHANGES, 'utf8'),
      ) ?? [];
    const columns = [...table.matchAll(/<column name="(\w+)" type="VARCHAR\((\d+)\)"/g)];
    const lengths = Object.fromEntries(columns.map(([, name = '', length]) => [name, Number(length)]));
    // IDs of the server's own, and what is only written later.
    const others = ['ID', 'REALM_ID', 'OBJECTION', 'WORDS', 'REJECTION', 'LINK_STATE'];
    for (const name of others) delete lengths[name];
    expect(COLUMN_LENGTHS).toEqual(lengths);
  });
});

test('a caller’s key is bounded, whatever a proxy’s header has', () => {
  expect(callerKey(long(64))).toBe(long(64));
  expect(callerKey(long(8000))).toBe(long(64));
});
