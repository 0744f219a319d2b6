/** An email's way over its realm's routes: which are tried, how often, for how long, and what is said of them. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

/** What the host says of each attempt on a mail server, in turn; of services, the response's status and body. */
let answers: Record<string, unknown[]> = {};
/** The attempts: the route, and the milliseconds that it got. */
let tried: [route: string, millis: number][] = [];
const memory = new Map<string, string>();
let now = 0;
const [count, warn] = [vi.fn(), vi.fn()];

interface Server {
  readonly name: string;
}

/** The route whose request is being sent. */
let requesting = '';
interface Said {
  status?: number;
  text?: string;
  begun?: boolean;
}
class MailRequest {
  #said: Said = {};
  send(_http: unknown, url: string, headers: object, login: string, body: string) {
    sent.push({ url, headers, login, body });
    this.#said = answers[requesting]?.shift() as Said;
    if (this.#said.status === undefined) throw new Error('no response');
  }
  end() {
    return this.#said.begun ?? this.#said.status !== undefined;
  }
  status() {
    return this.#said.status ?? 0;
  }
  text() {
    return this.#said.text ?? '';
  }
  id() {
    return '';
  }
}
const sent: { url: string; headers: object; login: string; body: string }[] = [];

const result = (of: Partial<Record<'outcome' | 'response' | 'exceptions' | 'begun', unknown>>) => ({
  outcome: () => of.outcome ?? 'failed',
  response: () => of.response ?? '',
  exceptions: () => of.exceptions ?? '',
  begun: () => of.begun ?? false,
});

const HOST: Record<string, unknown> = {
  NodeMemory: {
    get: (key: string) => memory.get(key) ?? '',
    replace: (key: string, seen: string, text: string) => {
      if ((memory.get(key) ?? '') !== seen) return false;
      memory.set(key, text);
      return true;
    },
    millis: () => now,
  },
  Mailer: {
    send: (
      _session: unknown,
      server: Server,
      _login: string,
      _message: unknown,
      _withheld: boolean,
      millis: number,
    ) => {
      tried.push([server.name, millis]);
      const answer = answers[server.name]?.shift();
      return result(typeof answer === 'function' ? answer() : (answer as object));
    },
    sendBy: (
      _session: unknown,
      server: Server,
      send: (own: object) => void,
      withheld: boolean,
      millis: number,
    ) => {
      tried.push([server.name, millis]);
      if (withheld) return result({ outcome: 'sent' });
      requesting = server.name;
      try {
        send({});
        return result({ outcome: 'sent' });
      } catch (failure) {
        return result({
          outcome: 'failed',
          exceptions: failure === MISSING ? 'org.linkgate.host.Secrets$Missing ' : 'a.B ',
        });
      }
    },
  },
  MailRequest,
  Deliveries: { http: () => ({}) },
  Secrets: {
    of: (_own: unknown, reference: string) => {
      if (reference === `\${vault.gone}`) throw MISSING;
      return 'secret-of-the-vault';
    },
  },
};
const MISSING = new Error('no such secret');
vi.stubGlobal('Java', {
  type: (name: string) => HOST[name.replace('org.linkgate.host.', '')] ?? class {},
  toJava: (value: unknown) => value,
});
vi.mock('../../../provider-scripts/src/observability/metrics/count.ts', () => ({ count }));
vi.mock('../../../provider-scripts/src/platform/engine/log.ts', () => ({ log: { warn } }));
vi.mock('../../../provider-scripts/src/platform/database/row-id.ts', () => ({ newRowId: () => 'id' }));
vi.mock('../../../provider-scripts/src/email/message.ts', () => ({
  createMessage: (server: Server) => ({ getMessageID: () => `<of@${server.name}>` }),
  apiEmail: () => ({
    from: { email: 'id@acme.example', name: '' },
    replyTo: { email: 'id@acme.example', name: '' },
    to: 'ada@example.com',
    subject: 'Sign in',
    text: 'text',
    html: 'html',
    headers: {},
  }),
}));
vi.mock('../../../provider-scripts/src/email/smtp.ts', () => ({}));
vi.mock('../../../provider-scripts/src/platform/session/cached-with-realm.ts', () => ({}));
vi.mock('../../../provider-scripts/src/platform/keycloak/realm.ts', () => ({
  requireRealm: () => ({ getId: () => 'realm', getName: () => 'acme' }),
}));

/** By its address: scripts' types aren't those of tests. */
const SOURCE = new URL('../../../provider-scripts/src/email/attempt.ts', import.meta.url).href;
const { sendByRoutes } = (await import(SOURCE)) as {
  sendByRoutes(session: object, ready: object, routes: readonly object[]): Record<string, unknown>;
};

const route = (name: string, kind = 'smtp', secret = `\${vault.key}`) => ({
  route: { name, kind, origin: 'https://api.example', secret, stream: '', domain: 'mg.example' },
  server: { name },
  smtp: {},
});
const READY = { sender: {}, email: {}, withheld: false };
const send = (routes: readonly object[], ready = READY) => sendByRoutes({}, ready, routes);
const names = () => tried.map(([name]) => name);

const SENT = { outcome: 'sent', begun: true };
const DOWN = { outcome: 'failed', response: 'CONNECT', exceptions: 'java.net.ConnectException ' };

beforeEach(() => {
  answers = {};
  tried = [];
  now = 0;
  sent.length = 0;
  memory.clear();
});
afterEach(() => vi.clearAllMocks());

describe('with one route', () => {
  test('everything is up to it: it has all of the time, and never rests', () => {
    answers.smtp = Array.from({ length: 9 }, () => DOWN);
    for (let i = 0; i < 9; i++) expect(send([route('smtp', 'own')])).toMatchObject({ outcome: 'failed' });
    expect(tried).toEqual(Array.from({ length: 9 }, () => ['smtp', 10_000]));
  });

  test('an email that is late is late, however far it came', () => {
    answers.smtp = [{ outcome: 'late', response: 'CONNECT' }];
    expect(send([route('smtp', 'own')])).toMatchObject({ outcome: 'late', cause: 'email-connection-lost' });
  });
});

describe('with several routes', () => {
  const TWO = [route('a'), route('b')];

  test.each([
    ['accepts it', SENT, ['a'], 'sent'],
    ['can’t be reached', DOWN, ['a', 'b'], 'sent'],
    ['rejects the login', { response: 'AUTH 535' }, ['a', 'b'], 'sent'],
    ['doesn’t respond before the body', { outcome: 'late', response: 'CONNECT' }, ['a', 'b'], 'sent'],
    ['has a full queue', { outcome: 'busy' }, ['a', 'b'], 'sent'],
    ['rejects the recipient', { response: 'RCPT 550 5.1.1' }, ['a'], 'rejected'],
    ['rejects the recipient for now', { response: 'RCPT 450 4.2.1' }, ['a'], 'failed'],
    ['rejects the content', { response: 'end of DATA 554', begun: true }, ['a'], 'failed'],
    ['is lost in the body', { outcome: 'late', response: 'DATA', begun: true }, ['a'], 'late'],
    [
      'doesn’t respond after the body',
      { outcome: 'late', response: 'end of DATA', begun: true },
      ['a'],
      'late',
    ],
  ])('the first one %s', (_, first, expected, outcome) => {
    answers = { a: [first], b: [SENT] };
    const said = send(TWO);
    expect([names(), said.outcome]).toEqual([expected, outcome]);
    expect(said.way).toEqual({
      route: expected.at(-1),
      id: outcome === 'sent' ? `<of@${expected.at(-1)}>` : null,
    });
  });

  test('each has its part of the time, the last one all that is left', () => {
    answers = { a: [DOWN], b: [DOWN], c: [DOWN] };
    expect(send([...TWO, route('c')])).toMatchObject({
      outcome: 'failed',
      cause: 'email-connection-refused',
    });
    const [a, b, c] = tried.map(([, millis]) => millis);
    expect([a, b, c].every((millis) => Number(millis) <= 10_000)).toBe(true);
    expect(a).toBeLessThanOrEqual(3_334);
    expect(b).toBeLessThanOrEqual(5_000);
    expect(c).toBeGreaterThan(5_000);
  });

  test('nothing is tried once the time is up', () => {
    vi.useFakeTimers();
    answers = {
      a: [
        () => {
          vi.setSystemTime(Date.now() + 10_000);
          return { outcome: 'late', response: 'CONNECT' };
        },
      ],
      b: [SENT],
    };
    expect(send(TWO)).toMatchObject({ outcome: 'failed' });
    expect(names()).toEqual(['a']);
    vi.useRealTimers();
  });

  test('one that failed five times rests, then a single email probes it', () => {
    answers = { a: Array.from({ length: 6 }, () => DOWN), b: Array.from({ length: 9 }, () => SENT) };
    for (let i = 0; i < 6; i++) send(TWO);
    expect(names().filter((name) => name === 'a')).toHaveLength(5);
    now = 60_000;
    send(TWO);
    send(TWO);
    expect(names().filter((name) => name === 'a')).toHaveLength(6);
    now = 120_000;
    answers.a = [SENT, SENT];
    send(TWO);
    send(TWO);
    expect(names().slice(-2)).toEqual(['a', 'a']);
  });

  test('an email that is withheld doesn’t take the place of the one that probes', () => {
    answers = { a: Array.from({ length: 5 }, () => DOWN), b: Array.from({ length: 9 }, () => SENT) };
    for (let i = 0; i < 5; i++) send(TWO);
    [now, tried] = [60_000, []];
    answers.a = [SENT];
    send(TWO, { ...READY, withheld: true });
    send(TWO);
    expect(names()).toEqual(['b', 'a']);
  });

  test('recipients that are rejected let nothing rest', () => {
    answers = { a: Array.from({ length: 9 }, () => ({ response: 'RCPT 550' })) };
    for (let i = 0; i < 9; i++) send(TWO);
    expect(names()).toEqual(Array.from({ length: 9 }, () => 'a'));
  });

  test('the first one is tried if all rest', () => {
    answers = { a: Array.from({ length: 6 }, () => DOWN), b: Array.from({ length: 5 }, () => DOWN) };
    for (let i = 0; i < 5; i++) send(TWO);
    tried = [];
    expect(send(TWO)).toMatchObject({ outcome: 'failed' });
    expect(tried).toEqual([['a', 10_000]]);
  });

  test('another route of the same name doesn’t rest', () => {
    answers = { a: Array.from({ length: 6 }, () => DOWN), b: Array.from({ length: 6 }, () => SENT) };
    for (let i = 0; i < 5; i++) send(TWO);
    const changed = { ...route('a'), route: { ...route('a').route, origin: 'https://other.example' } };
    tried = [];
    send([changed, route('b')]);
    expect(names()).toEqual(['a', 'b']);
  });

  test('attempts are counted by kind and outcome, and what failed is logged by the route’s name', () => {
    answers = { a: [DOWN], b: [SENT] };
    send(TWO);
    expect(count.mock.calls.map(([, ...rest]) => rest)).toEqual([
      ['routeFault', 'smtp'],
      ['routeAccepted', 'smtp'],
    ]);
    expect(warn.mock.calls).toEqual([
      [
        'realm "acme": an email was not sent by the route a: java.net.ConnectException (CONNECT) the mail server does not accept connections at its host and port',
      ],
    ]);
  });
});

describe('by an email service', () => {
  const FIRST = [route('first', 'resend'), route('b')];

  test.each([
    ['accepts it', { status: 200, text: '{"id":"1"}' }, ['first'], 'sent'],
    ['is down', { status: 503 }, ['first', 'b'], 'sent'],
    ['has had enough', { status: 429 }, ['first', 'b'], 'sent'],
    ['redirects', { status: 302 }, ['first', 'b'], 'sent'],
    [
      'rejects the recipient',
      { status: 422, text: '{"message":"Invalid `to` field."}' },
      ['first'],
      'rejected',
    ],
    ['says nothing that one can read', { status: 200, text: '<html>' }, ['first'], 'late'],
    ['can’t be reached', { begun: false }, ['first', 'b'], 'sent'],
    ['is lost after the body began', { begun: true }, ['first'], 'late'],
  ])('that %s', (_, first, expected, outcome) => {
    answers = { first: [first], b: [SENT] };
    expect([send(FIRST).outcome, names()]).toEqual([outcome, expected]);
  });

  test('whose secret the vault doesn’t give, nothing is sent', () => {
    answers = { b: [SENT] };
    expect(send([route('first', 'resend', `\${vault.gone}`), route('b')])).toMatchObject({ outcome: 'sent' });
    expect(sent).toEqual([]);
    expect(warn.mock.calls[0]?.[0]).toContain('the server’s vault doesn’t give the secret');
  });

  test('the secret is in the request’s header alone, and in no log', () => {
    answers = { first: [{ status: 401, text: 'secret-of-the-vault' }], b: [{ response: 'AUTH 535' }] };
    const said = send(FIRST);
    expect(sent[0]?.headers).toMatchObject({ Authorization: 'Bearer secret-of-the-vault' });
    expect(JSON.stringify([said, warn.mock.calls, [...memory], sent[0]?.url, sent[0]?.body])).not.toContain(
      'secret-of',
    );
  });

  test('an email that is withheld ends as the last one did, and is no request', () => {
    const withheld = { ...READY, withheld: true };
    expect(send([route('first', 'resend')], withheld)).toMatchObject({ outcome: 'sent' });
    answers = { first: [{ status: 503 }], b: [{ response: 'MAIL 451' }, { response: 'MAIL 451' }] };
    expect(send(FIRST)).toMatchObject({ outcome: 'failed' });
    expect(send(FIRST, withheld)).toMatchObject({ outcome: 'failed' });
    expect(sent).toHaveLength(1);
  });

  test('with one route, too, an email that is withheld ends as the last one did', () => {
    const [only, withheld] = [[route('first', 'resend')], { ...READY, withheld: true }];
    answers = { first: [{ status: 503 }, { status: 200, text: '{"id":"1"}' }] };
    for (const outcome of ['failed', 'sent']) {
      expect(send(only)).toMatchObject({ outcome });
      expect(send(only, withheld)).toMatchObject({ outcome });
    }
  });
});

describe('an email that is withheld', () => {
  const WITHHELD = { ...READY, withheld: true };
  const HANGS = { outcome: 'late', response: 'end of DATA', begun: true };

  test('ends as one that a mail server didn’t answer after its body, until it has accepted another', () => {
    const [only] = [[route('smtp', 'own')]];
    answers = { smtp: [SENT, HANGS, SENT, SENT, SENT] };
    expect(send(only, WITHHELD)).toMatchObject({ outcome: 'sent' });
    const late = send(only);
    expect(late).toMatchObject({ outcome: 'late', cause: 'email-connection-lost' });
    // It was checked as far as its recipient, and took as long as recent ones.
    tried = [];
    expect(send(only, WITHHELD)).toEqual(late);
    expect(names()).toEqual(['smtp', 'smtp']);
    expect(send(only)).toMatchObject({ outcome: 'sent' });
    expect(send(only, WITHHELD)).toMatchObject({ outcome: 'sent' });
  });

  test('ends by the same outcome as one that a service didn’t answer', () => {
    const only = [route('first', 'resend')];
    answers = { first: [{ begun: true }] };
    const late = send(only);
    expect(late).toMatchObject({ outcome: 'late' });
    expect(send(only, WITHHELD)).toEqual(late);
    expect(sent).toHaveLength(1);
  });

  test('asks a mail server itself whether it can be reached, and fails as another one does', () => {
    const two = [route('a'), route('b')];
    answers = { a: [DOWN, SENT], b: [DOWN] };
    expect(send(two)).toMatchObject({ outcome: 'failed' });
    expect(send(two, WITHHELD)).toMatchObject({ outcome: 'sent', way: { route: 'a' } });
    answers = {
      a: [DOWN, DOWN],
      b: [
        { outcome: 'late', response: 'RCPT' },
        { outcome: 'late', response: 'RCPT' },
      ],
    };
    expect(send(two, WITHHELD)).toEqual(send(two));
  });

  test('of another mail server of the realm’s doesn’t end as this one’s', () => {
    answers = { smtp: [HANGS, SENT] };
    send([{ ...route('smtp', 'own'), smtp: { host: 'old.example' } }]);
    expect(send([{ ...route('smtp', 'own'), smtp: { host: 'new.example' } }], WITHHELD)).toMatchObject({
      outcome: 'sent',
    });
  });
});
