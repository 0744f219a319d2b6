/** A flow as a list of steps. */
import { expect, test } from 'vitest';
import { type Check, stepsFrom } from '../../../../provider-scripts/src/http/request/steps.ts';

interface Start {
  given: string;
}

type Response = NonNullable<ReturnType<Check<Start>>>;

/** Stands for a response. */
function response(name: string): Response {
  return { name } as unknown as Response;
}

/** A flow of four steps that records which of them ran; the named one responds. */
function flow(responds: string): { ended: unknown; ran: string[] } {
  const ran: string[] = [];
  const run = (name: string) => {
    ran.push(name);
    return name === responds ? response(name) : null;
  };
  const ended = stepsFrom<Start>()
    .check(({ given }) => run(`first ${given}`))
    .find(({ given }) => {
      const ends = run('second');
      return ends === null ? { found: { length: given.length } } : { response: ends };
    })
    .check(({ given, length }) => run(`third ${given} ${length}`))
    .end(({ length }) => run('last') ?? response(`the end ${length}`))({ given: 'abc' });
  return { ended, ran };
}

test('runs the steps in order, each with the values found before it', () => {
  const ran = ['first abc', 'second', 'third abc 3', 'last'];
  expect(flow('nothing')).toEqual({ ended: { name: 'the end 3' }, ran });
});

test.each([
  ['first abc', 1],
  ['second', 2],
  ['third abc 3', 3],
  ['last', 4],
])('ends with the first response: of "%s"', (name, count) => {
  const { ended, ran } = flow(name);
  expect([ended, ran.length]).toEqual([{ name }, count]);
});

test('doesn’t let a step read values found after it', () => {
  const find = () => ({ found: { later: 'later' } });
  const end = stepsFrom<Start>()
    // @ts-expect-error: found by the next step
    .check(({ later }) => (later === undefined ? null : response('read')))
    .find(find)
    .end(({ later }) => response(later));
  expect(end({ given: '' })).toEqual({ name: 'later' });
});
