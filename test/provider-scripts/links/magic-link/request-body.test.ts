/** The JSON body of a request for a link. */
import { describe, expect, test } from 'vitest';
import { MAX_STATE_LENGTH } from '../../../../provider-scripts/src/clients/opaque-parameters.ts';
import {
  MAX_FIELD_LENGTH,
  OPTIONAL_FIELDS,
  REQUIRED_FIELDS,
  readBody,
} from '../../../../provider-scripts/src/links/magic-link/request-body.ts';
import type { Problem } from '../../../../provider-scripts/src/platform/errors/problem.ts';
import { repeat } from '../../../engine/repeat.ts';

const NEEDED = { email: 'ada@example.com', client_id: 'demo-web', redirect_uri: 'https://example.com/cb' };

const read = (fields: Record<string, unknown>) => readBody(JSON.stringify({ ...NEEDED, ...fields }));

const IDS: Record<string, string> = {
  required: 'required',
  'not JSON': 'wrong-type',
  'not a JSON object': 'wrong-type',
  'not a string': 'wrong-type',
  'has control characters': 'plain-line',
};
const TOO_LONG = { id: 'too-long', values: { max: MAX_FIELD_LENGTH } };

const invalid = (wrong: { field: string; message: string }[]) => {
  const details = wrong.map(({ field, message }) => {
    const id = IDS[message];
    return { field, ...(id === undefined ? TOO_LONG : { id, values: {} }), message };
  });
  return {
    problem: { code: 'ValidationError', status: 400, text: 'The request body is not valid', details },
  };
};

const tooLong = (field: string, limit: number) => ({
  problem: {
    code: 'invalid_request',
    status: 400,
    text: `${field}: longer than ${limit} characters`,
    rejection: { id: 'too-long', values: { max: limit } },
  },
});

describe('a body', () => {
  test('with the required fields is accepted', () => {
    expect(read({})).toEqual({ body: NEEDED });
  });

  test('may have every optional field', () => {
    const all: Record<string, string> = { ...NEEDED };
    for (const field of OPTIONAL_FIELDS) all[field] = `any ${field}`;
    expect(readBody(JSON.stringify(all))).toEqual({ body: all });
  });

  test('may have white space around its JSON', () => {
    expect(readBody(` \t\r\n${JSON.stringify(NEEDED)}\n`)).toEqual({ body: NEEDED });
  });

  test('keeps values unchanged', () => {
    const odd = { state: ' a b%0A\ud83d\udd11"\\', email: ' Ada@Example.com ' };
    expect(read(odd)).toEqual({ body: { ...NEEDED, ...odd } });
  });

  test('may have escapes in its field names', () => {
    const text = JSON.stringify(NEEDED).replace('email', '\\u0065mail');
    expect(readBody(text)).toEqual({ body: NEEDED });
  });

  test('uses the last of two fields with the same name', () => {
    const text = JSON.stringify(NEEDED).replace('{', '{"email":"eve@example.com",');
    expect(readBody(text)).toEqual({ body: NEEDED });
  });

  test('drops unknown fields', () => {
    expect(read({ password: 'x', Email: 'eve@example.com', 'email ': 1, 7: [] })).toEqual({ body: NEEDED });
  });

  test.each([
    ['null', null],
    ['empty', ''],
  ])('drops an optional field that is %s', (_, value) => {
    for (const field of OPTIONAL_FIELDS) expect(read({ [field]: value })).toEqual({ body: NEEDED });
  });
});

describe('names of inherited properties', () => {
  test.each([['constructor'], ['toString'], ['hasOwnProperty'], ['readSetting']])(
    'like %s are ignored',
    (name) => {
      expect(read({ [name]: 'x' })).toEqual({ body: NEEDED });
    },
  );

  test('like __proto__ add no inherited field to the body', () => {
    const lent = `{"__proto__":${JSON.stringify(NEEDED)}}`;
    expect(readBody(lent)).toMatchObject(
      invalid([
        { field: 'email', message: 'required' },
        { field: 'client_id', message: 'required' },
        { field: 'redirect_uri', message: 'required' },
      ]),
    );
  });

  test('like __proto__ replace no field of the body', () => {
    const text = JSON.stringify(NEEDED).replace(
      '}',
      ',"__proto__":{"scope":"email","email":"eve@example.com"}}',
    );
    expect(readBody(text)).toEqual({ body: NEEDED });
  });
});

describe('a body is not JSON when it is', () => {
  test.each([
    ['empty', ''],
    ['white space', ' \n'],
    ['a form', 'email=ada%40example.com&client_id=demo-web'],
    ['cut off', '{"email":"ada@example.com"'],
    ['followed by more', '{} {}'],
    ['starting with a byte order mark', '\ufeff{}'],
    ['starting with a no-break space', '\u00a0{}'],
    ['written with single quotes', "{'email':'ada@example.com'}"],
    ['written with bare names', '{email:"ada@example.com"}'],
    ['ended by a comma', '{"email":"ada@example.com",}'],
    ['commented', '{/* who */"email":"ada@example.com"}'],
    ['truncated inside a string', '{"email":"ada\n@example.com"}'],
    ['escaped wrongly', '{"email":"\\x41da@example.com"}'],
    ['not a number', 'NaN'],
    ['nested without an end', repeat('[', 16_000)],
  ])('%s', (_, text) => {
    expect(readBody(text)).toMatchObject(invalid([{ field: 'body', message: 'not JSON' }]));
  });
});

describe('a body isn’t an object when it is', () => {
  test.each([['null'], ['true'], ['0'], ['1e400'], ['"email"'], ['[]'], ['[{"email":"ada@example.com"}]']])(
    '%s',
    (text) => {
      expect(readBody(text)).toMatchObject(invalid([{ field: 'body', message: 'not a JSON object' }]));
    },
  );
});

describe('a required field', () => {
  test.each(REQUIRED_FIELDS.map((field) => [field]))('is %s', (field) => {
    const expected = invalid([{ field, message: 'required' }]);
    expect(read({ [field]: undefined })).toMatchObject(expected);
    expect(read({ [field]: null })).toMatchObject(expected);
    expect(read({ [field]: '' })).toMatchObject(expected);
  });

  test('of white space is left to the rule of that field', () => {
    expect(read({ client_id: ' ' })).toEqual({ body: { ...NEEDED, client_id: ' ' } });
  });
});

describe('a field', () => {
  test.each([
    ['a number', 0],
    ['a boolean', false],
    ['an array', ['ada@example.com']],
    ['an object', { toString: 'ada@example.com' }],
  ])('that is %s isn’t a string', (_, value) => {
    for (const field of [...REQUIRED_FIELDS, ...OPTIONAL_FIELDS])
      expect(read({ [field]: value })).toMatchObject(invalid([{ field, message: 'not a string' }]));
  });

  test('that is invalid is reported together with every other, in a fixed order', () => {
    expect(readBody('{"nonce":1,"state":{},"redirect_uri":[],"client_id":""}')).toMatchObject(
      invalid([
        { field: 'email', message: 'required' },
        { field: 'client_id', message: 'required' },
        { field: 'redirect_uri', message: 'not a string' },
        { field: 'state', message: 'not a string' },
        { field: 'nonce', message: 'not a string' },
      ]),
    );
  });

  test.each([
    ['client_id', MAX_FIELD_LENGTH],
    ['redirect_uri', MAX_FIELD_LENGTH],
    ['scope', MAX_FIELD_LENGTH],
    ['state', MAX_STATE_LENGTH],
    ['nonce', MAX_STATE_LENGTH],
    ['code_challenge', MAX_FIELD_LENGTH],
    ['code_challenge_method', MAX_FIELD_LENGTH],
    ['ui_locales', MAX_FIELD_LENGTH],
  ])('has a longest valid value: %s of %s characters', (field, limit) => {
    const longest = repeat('x', limit);
    expect(read({ [field]: longest })).toEqual({ body: { ...NEEDED, [field]: longest } });
    expect(read({ [field]: `${longest}x` })).toMatchObject(tooLong(field, limit));
  });

  test.each([['email'], ['referral_code']])(
    'has a maximum length of %s, reported like its other errors',
    (field) => {
      const longest = repeat('x', MAX_FIELD_LENGTH);
      expect(read({ [field]: longest })).toEqual({ body: { ...NEEDED, [field]: longest } });
      const message = `longer than ${MAX_FIELD_LENGTH} characters`;
      expect(read({ [field]: `${longest}x` })).toMatchObject(invalid([{ field, message }]));
    },
  );

  test('has its length measured in UTF-16 units', () => {
    const keys = repeat('\ud83d\udd11', MAX_STATE_LENGTH / 2);
    expect(read({ state: keys })).toEqual({ body: { ...NEEDED, state: keys } });
    expect(read({ state: `${keys}x` })).toMatchObject(tooLong('state', MAX_STATE_LENGTH));
  });

  test('that is too long is reported only when everything else is valid', () => {
    const wrong = { email: 1, state: repeat('x', MAX_STATE_LENGTH + 1) };
    expect(read(wrong)).toMatchObject(invalid([{ field: 'email', message: 'not a string' }]));
  });
});

describe('control characters', () => {
  const OPAQUE = ['state', 'nonce'];
  const others = [...REQUIRED_FIELDS, ...OPTIONAL_FIELDS].filter((field) => OPAQUE.indexOf(field) < 0);

  test.each([
    ['NUL', '\u0000'],
    ['a tab', '\t'],
    ['a line feed', '\n'],
    ['a carriage return', '\r'],
    ['the last of the first block', '\u001f'],
    ['DEL', '\u007f'],
  ])('like %s are rejected in every field', (_, character) => {
    const rejected = (field: string) => invalid([{ field, message: 'has control characters' }]);
    for (const field of others) {
      for (const value of [character, `${character}x`, `x${character}y`, `x${character}`])
        expect(read({ [field]: value })).toMatchObject(rejected(field));
    }
    for (const field of OPAQUE) {
      const value = `x${character}y${character}`;
      const { problem } = read({ [field]: value }) as { problem: Problem };
      expect([problem.code, problem.text]).toEqual(['invalid_request', `${field}: has control characters`]);
    }
  });

  test('are reported with every other error', () => {
    expect(read({ email: 'a\n', client_id: '', scope: 'openid\temail', nonce: 7 })).toMatchObject(
      invalid([
        { field: 'email', message: 'has control characters' },
        { field: 'client_id', message: 'required' },
        { field: 'scope', message: 'has control characters' },
        { field: 'nonce', message: 'not a string' },
      ]),
    );
  });

  test('are reported before a length', () => {
    const long = `${repeat('x', MAX_FIELD_LENGTH)}\n`;
    expect(read({ scope: long })).toMatchObject(
      invalid([{ field: 'scope', message: 'has control characters' }]),
    );
  });
});

describe('the limits', () => {
  test('are the contract’s', () => {
    expect(MAX_STATE_LENGTH).toBe(1024);
    expect(MAX_FIELD_LENGTH).toBe(2048);
  });
});
