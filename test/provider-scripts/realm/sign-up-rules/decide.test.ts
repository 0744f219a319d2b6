/** Which rule decides about an address. */
import { describe, expect, test } from 'vitest';
import {
  CANDIDATES,
  candidatesOf,
  domainsOf,
  OWN_LIST,
} from '../../../../provider-scripts/src/realm/sign-up-rules/candidates.ts';
import {
  actsOn,
  decide,
  isChallenged,
  type RuleActions,
  rejectionUnasked,
  strictest,
} from '../../../../provider-scripts/src/realm/sign-up-rules/decide.ts';

const NOTHING: RuleActions = { unlisted: 'accept', disposable: 'off', listAddress: '' };

/** Decides as the server does: only by entries that its one question names. */
function decided(
  email: string,
  lists: Readonly<Record<string, readonly string[]>>,
  actions: Partial<RuleActions> = {},
): string {
  const asked = candidatesOf(email);
  const has = (list: string, entry: string) => asked.includes(entry) && (lists[list] ?? []).includes(entry);
  const isBuiltInDisposable = (domain: string) => domain === 'throwaway.example';
  const { rule, entry, action } = decide(email, { ...NOTHING, ...actions }, { has, isBuiltInDisposable });
  return `${action} by ${rule ?? 'nothing'}${entry === null ? '' : ` ${entry}`}`;
}

describe('an address', () => {
  test.each<[string, string, string[], string]>([
    ['by itself', 'ada@x.example', ['ada@x.example'], 'reject by denied ada@x.example'],
    ['by its domain', 'ada@x.example', ['x.example'], 'reject by denied x.example'],
    ['by a domain above', 'ada@a.b.x.example', ['*.x.example'], 'reject by denied *.x.example'],
    ['with a sub-address', 'ada+1@x.example', ['ada@x.example'], 'reject by denied ada@x.example'],
    ['of ten labels', 'a@1.2.3.4.5.6.7.8.x.example', ['*.x.example'], 'reject by denied *.x.example'],
    ['of thirty labels', `a@${'s.'.repeat(28)}x.example`, ['*.x.example'], 'reject by denied *.x.example'],
    [
      'in punycode',
      'a@xn--bcher-kva.example',
      ['xn--bcher-kva.example'],
      'reject by denied xn--bcher-kva.example',
    ],
    ['not by a domain below', 'ada@x.example', ['*.x.example'], 'accept by nothing'],
    ['not by the domain above', 'ada@a.x.example', ['x.example'], 'accept by nothing'],
    ['not by another domain’s end', 'ada@xx.example', ['x.example', '*.x.example'], 'accept by nothing'],
    ['not by its own plus sign', '+ada@x.example', ['@x.example'], 'accept by nothing'],
  ])('is denied %s', (_, email, denied, expected) => {
    expect(decided(email, { denied })).toBe(expected);
  });

  test('is disposable by the fetched list in place of the own one, and of the built-in one, while the realm names its address', () => {
    const actions = { disposable: 'reject', listAddress: 'https://lists.example/' } as const;
    const fetched = [OWN_LIST, 'fetched.example'];
    const disposable = [OWN_LIST, 'own.example'];
    const by = (lists: Record<string, string[]>, given: Partial<RuleActions>) =>
      ['fetched', 'own', 'throwaway'].filter((name) =>
        decided(`ada@${name}.example`, lists, given).startsWith('reject'),
      );
    expect(by({ fetched, disposable }, actions)).toEqual(['fetched']);
    expect(by({ disposable }, actions)).toEqual(['own']);
    expect(by({}, actions)).toEqual(['throwaway']);
    expect(by({ fetched, disposable }, { ...actions, listAddress: '' })).toEqual(['own']);
  });

  test('is denied before it is allowed, and allowed before it is unlisted or disposable', () => {
    const actions = { unlisted: 'reject', disposable: 'reject' } as const;
    const email = 'ada@throwaway.example';
    const [denied, allowed] = [['throwaway.example'], [email]];
    expect(decided(email, { denied, allowed }, actions)).toBe('reject by denied throwaway.example');
    expect(decided(email, { allowed }, actions)).toBe(`accept by allowed ${email}`);
    expect(decided(email, {}, actions)).toBe('reject by unlisted');
    expect(decided(email, {}, { disposable: 'reject' })).toBe('reject by disposable throwaway.example');
  });

  test('isn’t allowed for its mailbox: a sub-address may lead elsewhere', () => {
    const allowed = ['ada@x.example'];
    expect(decided('ada+1@x.example', { allowed }, { unlisted: 'reject' })).toBe('reject by unlisted');
  });

  test.each(['note', 'challenge', 'reject'] as const)(
    'of a disposable domain is treated by %s',
    (disposable) => {
      expect(decided('a@b.throwaway.example', {}, { disposable })).toBe(
        `${disposable} by disposable throwaway.example`,
      );
      const own = [OWN_LIST, 'short.example'];
      expect(decided('a@throwaway.example', { disposable: own }, { disposable })).toBe('accept by nothing');
      expect(decided('a@b.short.example', { disposable: own }, { disposable })).toBe(
        `${disposable} by disposable short.example`,
      );
    },
  );
});

describe('where no challenge can be shown', () => {
  const ada = (disposable: RuleActions['disposable'], allowed: string[] = []) =>
    decide(
      'ada@throwaway.example',
      { ...NOTHING, disposable },
      {
        has: (list, entry) => list === 'allowed' && allowed.includes(entry),
        isBuiltInDisposable: (domain) => domain === 'throwaway.example',
      },
    );
  const other = { rule: null, entry: null, action: 'accept' } as const;
  const denied = { rule: 'denied', entry: 'x.example', action: 'reject' } as const;

  test.each([
    ['off', null],
    ['note', null],
    ['challenge', 'disposable'],
    ['reject', 'disposable'],
  ] as const)('an action of %s for disposable addresses rejects by %s', (action, expected) => {
    expect(rejectionUnasked(ada(action))).toBe(expected);
    expect(rejectionUnasked(ada(action, ['throwaway.example']))).toBe(null);
  });

  test('the strictest counts of what is decided about all mailboxes', () => {
    for (const action of ['note', 'challenge', 'reject'] as const) {
      expect(strictest([other, ada(action)])).toEqual(ada(action));
      expect(strictest([ada(action), other])).toEqual(ada(action));
    }
    expect(strictest([ada('note'), ada('challenge')]).action).toBe('challenge');
    expect(rejectionUnasked(strictest([ada('challenge'), denied]))).toBe('denied');
    expect(rejectionUnasked(strictest([other]))).toBe(null);
  });

  test('an address without a mailbox is rejected', () => {
    expect(rejectionUnasked(strictest([]))).toBe('invalid');
  });
});

describe('a challenge', () => {
  const asked = (
    email: string,
    lists: Readonly<Record<string, readonly string[]>> = {},
    actions: Partial<RuleActions> = {},
  ) =>
    isChallenged(
      email,
      { unlisted: 'accept', disposable: 'challenge', listAddress: '', ...actions },
      {
        has: (list, entry) => (lists[list] ?? []).includes(entry),
        isBuiltInDisposable: (domain) => domain === 'throwaway.example',
      },
    );

  test('is for disposable domains, unless they are allowed', () => {
    expect(asked('ada@throwaway.example')).toBe(true);
    expect(asked('ada@x.example')).toBe(false);
    expect(asked('ada@throwaway.example', { allowed: ['throwaway.example'] })).toBe(false);
    expect(asked('ada@a.throwaway.example', { allowed: ['*.throwaway.example'] })).toBe(false);
    expect(asked('ada@throwaway.example', {}, { disposable: 'reject' })).toBe(false);
    expect(asked('ada@throwaway.example', {}, { unlisted: 'reject' })).toBe(false);
  });

  test.each(['denied', 'allowed'])('tells nothing of one address that is %s', (list) => {
    expect(asked('ada@throwaway.example', { [list]: ['ada@throwaway.example'] })).toBe(true);
    expect(asked('ada+1@throwaway.example', { [list]: ['ada@throwaway.example'] })).toBe(true);
  });

  test('tells nothing of a domain that is denied', () => {
    expect(asked('ada@throwaway.example', { denied: ['throwaway.example'] })).toBe(true);
  });
});

test('the question about any address names as many entries', () => {
  for (const email of ['a@x.example', 'a+b@x.example', `a@${'s.'.repeat(60)}example`])
    expect(candidatesOf(email)).toHaveLength(CANDIDATES);
  expect(domainsOf('a@b.c.example')).toEqual(['c.example', 'b.c.example']);
});

test('what the rules include is what the realm says', () => {
  for (const way of ['link', 'referral', 'provider', 'form'] as const) expect(actsOn(way, [])).toBe(true);
  for (const [way, option] of [
    ['invitation', 'invitations'],
    ['backend', 'backends'],
    ['sign-in', 'sign-ins'],
    ['address-change', 'address-changes'],
  ] as const) {
    expect(actsOn(way, [])).toBe(false);
    expect(actsOn(way, [option])).toBe(true);
  }
});
