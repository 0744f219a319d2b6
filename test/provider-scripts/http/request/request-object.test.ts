/** The response mode and state in a request object. */
import { describe, expect, test } from 'vitest';
import { readResponsePreference } from '../../../../provider-scripts/src/http/request/request-object.ts';

/** A stand-in for base64url, which differs between Node and the engine: a text without dots is its own encoding. */
function asItIs(part: string): string {
  if (part === 'broken') throw new Error('not encoded');
  return part;
}

const read = (object: string) => readResponsePreference(object, asItIs);

describe('a request object', () => {
  test('contains its response_mode and its state', () => {
    const claims = '{"response_mode":"form_post","state":"st","scope":"openid"}';
    expect(read(`head.${claims}.`)).toEqual({ mode: 'form_post', state: 'st' });
  });

  test('may contain one of them', () => {
    expect(read('head.{"state":"st"}.signature')).toEqual({ state: 'st' });
    expect(read('head.{"response_mode":"query"}.signature')).toEqual({ mode: 'query' });
  });

  test.each([
    ['nothing', ''],
    ['one part', 'head'],
    ['an encrypted one', 'head.{"state":"st"}.vector.text.tag'],
    ['what isn’t base64url', 'head.broken.'],
    ['what isn’t JSON', 'head.{"state.'],
    ['null', 'head.null.'],
    ['a text', 'head."state".'],
    ['values that aren’t strings', 'head.{"state":{"a":1},"response_mode":["query"]}.'],
    ['an empty state', 'head.{"state":""}.'],
  ])('that is %s contains neither', (_, object) => {
    expect(read(object)).toEqual({});
  });
});
