/** The language of the scripts: compiled for the engine, it behaves as in Node. */
import { describe, expect, test } from 'vitest';

describe('objects', () => {
  test('are spread, later fields over earlier ones', () => {
    const base: { a?: number; b: { c: number } } = { a: 1, b: { c: 2 } };
    expect({ a: 0, ...base, d: 3 }).toEqual({ a: 1, b: { c: 2 }, d: 3 });
    expect({ ...base, a: 5 }.a).toBe(5);
    expect({ ...base }.b).toBe(base.b);
  });

  test('are spread from nothing', () => {
    const [absent, nothing] = [undefined as object | undefined, null as object | null];
    expect({ a: 1, ...absent, ...nothing, ...(absent ? { b: 2 } : {}) }).toEqual({ a: 1 });
  });

  test('have computed and short names', () => {
    const name = 'key';
    expect({ name, [`${name}-1`]: 1, [name]: 2 }).toEqual({ name: 'key', 'key-1': 1, key: 2 });
  });

  test('are taken apart, with defaults, other names and the rest', () => {
    const source: { a: number; b?: number; c: { d: number[] }; e: string } = {
      a: 1,
      c: { d: [2, 3] },
      e: 'f',
    };
    const {
      a: renamed,
      b = 9,
      c: {
        d: [, second],
      },
      ...rest
    } = source;
    expect([renamed, b, second]).toEqual([1, 9, 3]);
    expect(rest).toEqual({ e: 'f' });
  });
});

describe('arrays', () => {
  test('are spread into arrays and arguments', () => {
    const middle = [2, 3];
    expect([1, ...middle, ...[], 4]).toEqual([1, 2, 3, 4]);
    expect(Math.max(...middle, 1)).toBe(3);
  });

  test('are taken apart, with defaults and the rest', () => {
    const [first, , third = 7, ...others] = [1, 2, undefined, 4, 5];
    expect([first, third, others]).toEqual([1, 7, [4, 5]]);
  });

  test('are iterated by value, with break and continue', () => {
    const seen: number[] = [];
    for (const value of [1, 2, 3, 4, 5]) {
      if (value === 2) continue;
      if (value === 5) break;
      seen.push(value);
    }
    expect(seen).toEqual([1, 3, 4]);
  });

  test('swap their places', () => {
    let [a, b] = [1, 2];
    [a, b] = [b, a];
    expect([a, b]).toEqual([2, 1]);
  });
});

describe('functions', () => {
  test('have defaults, a rest and an own this', () => {
    const join = (first: string, separator = '-', ...more: string[]) => [first, ...more].join(separator);
    expect(join('a')).toBe('a');
    expect(join('a', undefined, 'b', 'c')).toBe('a-b-c');
  });

  test('close over each turn of a loop', () => {
    const turns: (() => number)[] = [];
    for (let i = 0; i < 3; i++) turns.push(() => i);
    expect(turns.map((turn) => turn())).toEqual([0, 1, 2]);
  });
});

describe('texts', () => {
  test('are made of templates', () => {
    const [one, two] = [1, 'zwei'];
    expect(`${one} + ${two}: ${`${one}${two}`}\n\u00fc$`).toBe('1 + zwei: 1zwei\n\u00fc$');
  });

  test('outside the first plane are two units', () => {
    expect('\u{1f511}').toHaveLength(2);
    expect('\u{1f511}').toBe('\ud83d\udd11');
  });
});

describe('what may be missing', () => {
  interface Node {
    next?: Node | null;
    value?: number;
    get?: () => number;
  }
  const node: Node = { next: { value: 0, get: () => 4 } };
  const none = null as Node | null;

  test('ends a chain with ?., whatever comes behind it', () => {
    const text = undefined as string | undefined;
    expect([text?.split('.')[1], none?.next?.get?.().toFixed(1)[0], text?.trim().length]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('is accessed with ?.', () => {
    expect([node.next?.value, node.next?.next?.value, none?.value]).toEqual([0, undefined, undefined]);
    expect([node.next?.get?.(), node.get?.(), none?.next?.get?.()]).toEqual([4, undefined, undefined]);
  });

  test('is replaced with ??, and zero and the empty text are not', () => {
    const texts: (string | null)[] = ['', null];
    expect([node.next?.value ?? 1, none?.value ?? 1]).toEqual([0, 1]);
    expect(texts.map((text) => text ?? 'x')).toEqual(['', 'x']);
  });

  test('is filled in with ??=, ||= and &&=', () => {
    const filled: { a?: number; b: number; c: number } = { b: 0, c: 1 };
    filled.a ??= 1;
    filled.b ||= 2;
    filled.c &&= 3;
    expect(filled).toEqual({ a: 1, b: 2, c: 3 });
  });
});

describe('Map', () => {
  test('finds values by their keys', () => {
    const key = {};
    const map = new Map<unknown, string>().set('a', 'text').set(key, 'object').set(1, 'number');
    expect([map.get('a'), map.get(key), map.get(1), map.get({})]).toEqual([
      'text',
      'object',
      'number',
      undefined,
    ]);
    expect([map.has('a'), map.has('b'), map.size]).toEqual([true, false, 3]);
  });

  test('keeps the last value of a key', () => {
    const map = new Map<string, number>().set('__proto__', 1).set('__proto__', 2);
    expect([map.get('__proto__'), map.get('constructor'), map.size]).toEqual([2, undefined, 1]);
  });
});

describe('failures', () => {
  test('pass through finally', () => {
    const steps: string[] = [];
    const run = (fails: boolean) => {
      try {
        if (fails) throw new Error('on purpose');
        return 'returned';
      } catch {
        return 'caught';
      } finally {
        steps.push('finally');
      }
    };
    expect([run(false), run(true), ...steps]).toEqual(['returned', 'caught', 'finally', 'finally']);
  });
});

describe('numbers', () => {
  test('are raised to powers, also by assignment', () => {
    let value = 2 ** 10;
    value **= 2;
    expect(value).toBe(1_048_576);
    expect(0b101 + 0o17 + 0xff).toBe(275);
  });
});

describe('regular expressions', () => {
  test('have named groups', () => {
    const found = /^(?<count>\d+)\/(?<seconds>\d+)$/.exec('20/3600');
    expect([found?.groups?.count, found?.groups?.seconds]).toEqual(['20', '3600']);
  });

  test('end at the end of the text, not before its last line break', () => {
    expect(/^a$/.test('a\n')).toBe(false);
    expect(/^a$/m.test('a\nb')).toBe(true);
  });

  test('know the ASCII digits and letters only', () => {
    expect(/\d/.test('\u0661')).toBe(false);
    expect(/\w/.test('\u00e9')).toBe(false);
    expect(/[a-z]/i.test('\u212a')).toBe(false);
  });

  test('replace with a function', () => {
    expect('a-b-c'.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())).toBe('aBC');
  });
});

describe('strings', () => {
  test('are composed and decomposed', () => {
    expect('mu\u0308ller'.normalize('NFC')).toBe('m\u00fcller');
    expect('m\u00fcller'.normalize('NFD')).toBe('mu\u0308ller');
  });
});
