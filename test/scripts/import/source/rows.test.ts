/** The records of files in each format, and what is said of each that can't be read. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { MAX_RECORD_BYTES, type Row, type Unreadable } from '../../../../scripts/import/source/record.ts';
import { type Layout, rowsIn, rowsOf } from '../../../../scripts/import/source/rows.ts';

const LAYOUT: Layout = { json: ['users'], csv: { isEscaped: true, required: ['email'] } };

async function read(
  bytes: Uint8Array | string,
  layout = LAYOUT,
  chunk = Number.POSITIVE_INFINITY,
): Promise<(Row | Unreadable)[]> {
  const all = Buffer.from(bytes);
  const rows: (Row | Unreadable)[] = [];
  const source = async function* () {
    for (let at = 0; at < all.length || at === 0; at += chunk) yield all.subarray(at, at + chunk);
  };
  for await (const row of rowsIn(source(), layout, 'users.file')) rows.push(row);
  return rows;
}

/** The lines of the records, with their address or problem. */
async function lines(
  bytes: Uint8Array | string,
  layout = LAYOUT,
  chunk?: number,
): Promise<[number, unknown][]> {
  return (await read(bytes, layout, chunk)).map((row) => [
    row.line,
    'problem' in row ? row.problem : (row.fields.email ?? row.fields),
  ]);
}

const TOO_LONG = `it is longer than ${MAX_RECORD_BYTES.toLocaleString('en')} bytes`;
const LONG = 'x'.repeat(10_000_000);

describe('an object in each line', () => {
  test('is a record, and a broken one spoils no other', async () => {
    const text = '{"email":"a"}\r\n{"email":"b"\n\n{"email":"c"}}\n[1]\n{"email":"d"}';
    expect(await lines(text)).toEqual([
      [1, 'a'],
      [2, "it isn't valid JSON"],
      [4, "it isn't valid JSON"],
      [5, "it isn't a JSON object"],
      [6, 'd'],
    ]);
  });

  test('of ten megabytes is rejected', async () => {
    const text = `{"email":"a"}\n{"email":"${LONG}"}\n{"email":"c"}\n`;
    expect(await lines(text, LAYOUT, 65_536)).toEqual([
      [1, 'a'],
      [2, TOO_LONG],
      [3, 'c'],
    ]);
  });

  test('in another encoding is rejected', async () => {
    const text = Buffer.concat([
      Buffer.from('{"email":"a"}\n{"email":"'),
      Buffer.from([0xe9]),
      Buffer.from('"}\n{"email":"c"}\n'),
    ]);
    expect(await lines(text)).toEqual([
      [1, 'a'],
      [2, "it isn't UTF-8: save the file in that encoding"],
      [3, 'c'],
    ]);
  });
});

describe('a JSON list', () => {
  const WRITTEN: readonly [string, (users: object[]) => string][] = [
    ['in one line', (users) => JSON.stringify(users)],
    ['in many lines', (users) => JSON.stringify(users, null, 2)],
    ['without indentation', (users) => JSON.stringify(users, null, 1).replace(/^ +/gm, '')],
    [
      'with an object in each line',
      (users) => `[\n${users.map((one) => JSON.stringify(one)).join(',\n')}\n]`,
    ],
    [
      'in an object',
      (users) => JSON.stringify({ total: 2, more: [[{}], 'users'], users, next: null }, null, 4),
    ],
    ['in an object of one line', (users) => JSON.stringify({ users, next: [] })],
  ];

  test.each(WRITTEN)('%s has its records, wherever the file is cut', async (_, written) => {
    const users = [
      { email: 'a', more: [{ deep: ['}', '"', '\\', '{'] }, { deep: {} }] },
      { email: 'b', text: 'x "[{\\" \u00e9 \u2028' },
    ];
    for (const chunk of [1, 2, 7, 1000]) {
      const rows = await read(written(users), LAYOUT, chunk);
      expect(rows.map((row) => ('problem' in row ? row : row.fields))).toEqual(users);
    }
  });

  test('has the line of each record', async () => {
    expect(
      (await lines('[\n  {\n    "email": "a"\n  },\n  {\n    "email": "b"\n  }\n]')).map(([line]) => line),
    ).toEqual([2, 5]);
  });

  test.each([
    ['a value without quotes', '{\n    "email": b\n  }', "it isn't valid JSON"],
    ['a quote too few', '{\n    "email: "b",\n    "x": "y"\n  }', "it isn't valid JSON"],
    ['a brace too few', '{\n    "email": "b",\n    "deep": { "x": 1\n  }', "it isn't valid JSON"],
    ['a record that is none', '"b"', 'there is something other than an object in the list'],
    ['a record too long', `{ "email": "${LONG}" }`, TOO_LONG],
  ])('with %s has all other records', async (_, broken, problem) => {
    const text = `[\n  {\n    "email": "a"\n  },\n  ${broken},\n  {\n    "email": "c"\n  }\n]`;
    expect(await lines(text)).toEqual([
      [2, 'a'],
      [5, problem],
      [expect.any(Number), 'c'],
    ]);
  });

  test.each([
    ['[{"email":"a"},', [1, 'the file ends within the list: is it complete?']],
    ['[{"email":"a"},\n{"email":', [2, 'it begins here and never ends']],
  ])('that ends early says so: %j', async (text, end) => {
    expect(await lines(text)).toEqual([[1, 'a'], end]);
  });

  test('that isn’t there is missed', async () => {
    expect(await lines('{\n"accounts": []\n}')).toEqual([[1, 'there is no list of users (users)']]);
  });
});

describe('CSV', () => {
  test('has quoted line breaks, quotes and separators, and a mark of its encoding', async () => {
    const text = '\ufeffemail,name\r\na,"A ""B"",\r\nC"\r\n\r\nb,\u00e9\r\n';
    for (const chunk of [1, 3, 1000])
      expect(await read(text, LAYOUT, chunk)).toEqual([
        { line: 2, fields: { email: 'a', name: 'A "B",\r\nC' } },
        { line: 5, fields: { email: 'b', name: '\u00e9' } },
      ]);
  });

  test.each([';', '\t'])('may be separated by %j', async (separator) => {
    const text = `email${separator}name\na,x${separator}"b${separator}c"\n`;
    expect(await read(text)).toEqual([{ line: 2, fields: { email: 'a,x', name: `b${separator}c` } }]);
  });

  test.each([
    ['a column too few', 'b', 'it has 1 column, not 2'],
    ['a column too many', 'b,c,d', 'it has 3 columns, not 2'],
    ['text after a closed quote', '"b"c,d', 'text follows a closed quote'],
    ['a carriage return within', 'b\rc,d', 'a carriage return is in it'],
    ['ten megabytes', `${LONG},d`, TOO_LONG],
  ])('with a line of %s has all other lines', async (_, broken, problem) => {
    expect(await lines(`email,name\na,1\n${broken}\nc,3\n`)).toEqual([
      [2, 'a'],
      [3, problem],
      [4, 'c'],
    ]);
  });

  const VICTIM = 'victim@example.com,x';
  const NOT_UTF_8 = '\u0001';
  /** Bytes, with one that isn't UTF-8 in the place of `NOT_UTF_8`. */
  const bytesOf = (text: string) => Buffer.from(text.replaceAll(NOT_UTF_8, '\xff'), 'latin1');

  test.each([
    ['many line feeds', `"b${'\n'.repeat(5000)}${VICTIM}\n",d`, 'b'],
    ['a megabyte', `"b${'x'.repeat(2 * MAX_RECORD_BYTES)}\n${VICTIM}\n",d`, TOO_LONG],
    ['a megabyte and quotes', `"b""\n${`""\n${VICTIM}\n`.repeat(100_000)}",d`, TOO_LONG],
    ['another encoding', `"b\n${NOT_UTF_8}\n${VICTIM}\n",d`, "it isn't UTF-8"],
    ['another encoding and quotes', `"b\n""${NOT_UTF_8}""\n${VICTIM}\n",d`, "it isn't UTF-8"],
    ['text after its end', `"b\n${VICTIM}\n"c,d`, 'text follows a closed quote'],
    ['text after its end, and more quotes', `"b" "\n${VICTIM}\n",d`, 'text follows a closed quote'],
    ['a blank before it', `b, "d\n${VICTIM}\n"`, 'a blank precedes an opening quote'],
    ['a carriage return before it', `b,\r"d\n${VICTIM}\n"`, 'a carriage return is in it'],
  ])('with %s within quotes has no record of what stands there', async (_, record, expected) => {
    for (const chunk of [1000, 65_536]) {
      const read = await lines(bytesOf(`email,name\na,1\n${record}\nc,3\n`), LAYOUT, chunk);
      const end = 2 + record.split('\n').length;
      expect(read).toEqual([
        [2, 'a'],
        [3, expect.stringContaining(expected)],
        [end + 1, 'c'],
      ]);
      if (expected !== 'b') expect(read[1]?.[1]).toContain(`(it ends in line ${end})`);
    }
  });

  test.each([
    ['"b,2', 3],
    [`"b""\n${'x,y\n'.repeat(500_000)}`, 3],
    ['"b"c,"2', 3],
    ['b,"2', 3],
  ])('with a quote that is never closed is rejected as a whole: %#', async (record, line) => {
    const text = `email,name\na,1\n${record}\n${VICTIM}\n`;
    await expect(read(text, LAYOUT, 65_536)).rejects.toThrow(
      `users.file: line ${line}: a quote in it is never closed`,
    );
  });

  test.each([
    ['email,name,email\n', 'users.file: the heading has a column twice: email'],
    ['name,mail\n', 'users.file: the heading lacks email; it has: name, mail'],
    ['email,Nmae\n', 'users.file: the heading has Nmae; use email, name'],
    ['"email\n', 'users.file: line 1: a quote in it is never closed'],
    ['\u001b[2J,mail\n', 'it has: \\u001b[2J, mail'],
    [`${'x'.repeat(60)},mail\n`, `it has: ${'x'.repeat(40)}\u2026, mail`],
    [`${Array(30).fill('mail').join(',')}\n`, `mail, \u2026`],
  ])('with the heading %j is rejected as a whole', async (text, message) => {
    const csv = { isEscaped: true, required: ['email'], known: ['email', 'name'] } as const;
    await expect(read(text, { json: null, csv })).rejects.toThrow(message);
  });
});

describe('a file that is compressed', () => {
  const rowsOfFile = async (bytes: Uint8Array) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'rows-'));
    try {
      const file = path.join(folder, 'users.gz');
      await writeFile(file, bytes);
      const rows: (Row | Unreadable)[] = [];
      for await (const row of rowsOf(file, LAYOUT)) rows.push(row);
      return rows;
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  const users = Array.from({ length: 5000 }, (_, index) => ({ email: `user-${index}@example.com` }));

  test.each([
    ['an object in each line', users.map((user) => JSON.stringify(user)).join('\n')],
    ['a JSON list', JSON.stringify(users)],
    ['CSV', ['email', ...users.map(({ email }) => email)].join('\n')],
  ])('is read as what it was: %s', async (_, text) => {
    for (const bytes of [Buffer.from(text), gzipSync(text)])
      expect((await rowsOfFile(bytes)).map((row) => 'fields' in row && row.fields)).toEqual(users);
  });

  test('in several parts is read to its end', async () => {
    const parts = Buffer.concat(['email\na\n', 'b\n'].map((text) => gzipSync(text)));
    expect((await rowsOfFile(parts)).map((row) => 'fields' in row && row.fields.email)).toEqual(['a', 'b']);
  });

  test.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20)],
    ['damaged', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 20), Buffer.alloc(50, 7)])],
  ])('and %s is rejected as a whole', async (_, broken) => {
    const bytes = broken(gzipSync(users.map((user) => JSON.stringify(user)).join('\n')));
    await expect(rowsOfFile(bytes)).rejects.toThrow(/users\.gz: it can't be decompressed: /);
  });
});

test('fields are named as the product’s layout says, in JSON as in CSV', async () => {
  const named = (field: string) => (field === 'E-mail' ? 'email' : field);
  const layout: Layout = {
    json: [],
    csv: { isEscaped: true, required: ['email'], textIn: (cell) => cell.slice(1) },
    named,
  };
  expect(await lines('{"E-mail":"a"}', layout)).toEqual([[1, 'a']]);
  expect(await lines('-E-mail,-x\n-a,-b\n', layout)).toEqual([[2, 'a']]);
});

test.each([
  ['', LAYOUT, 'the file is empty'],
  [Buffer.from('\ufeffemail\n', 'utf16le'), LAYOUT, 'it is UTF-16: save it as UTF-8'],
  ['[]', { ...LAYOUT, json: null }, 'it is JSON, but a CSV file is expected'],
] as const)('the file %j is rejected as a whole', async (bytes, layout, message) => {
  await expect(read(bytes, layout)).rejects.toThrow(message);
});
