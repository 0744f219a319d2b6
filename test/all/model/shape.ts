/**
 * Turns a run's events into commands of the model: one for each shape of a story, however often it occurred. Links belong to one
 * story if they have the same user or were requested with the same referral code.
 */
import type { TraceEvent } from './trace-event.ts';

/** A story in the model's terms, with names in order of appearance. */
interface Story {
  /** The initial state and the steps, one formula each. */
  given: string[];
  steps: string[];
  names: Names;
}

/** The number of names of each kind. */
const KINDS = ['User', 'Client', 'Tab', 'Referral', 'Link', 'Request', 'Node'] as const;
type Kind = (typeof KINDS)[number];

class Names {
  readonly #known = new Map<string, string>();
  readonly #counts = new Map<Kind, string[]>();

  /** The name of an object; a new one the first time. */
  of(kind: Kind, id: string): string {
    const key = `${kind} ${id}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const names = this.all(kind);
    const name = `${kind.toLowerCase()}${names.length}`;
    this.#counts.set(kind, [...names, name]);
    this.#known.set(key, name);
    return name;
  }

  all(kind: Kind): readonly string[] {
    return this.#counts.get(kind) ?? [];
  }
}

/** A shape: the command that checks whether the model allows it, and the stories that have it. */
export interface Shape {
  name: string;
  command: string;
  stories: TraceEvent[][];
}

/** The shapes of all events; their order doesn't matter. */
export function shapesOf(traceEvents: readonly TraceEvent[]): Shape[] {
  const shapes = new Map<string, Shape>();
  for (const story of storiesIn(traceEvents)) {
    const body = bodyOf(describe(story));
    const name = `shape${shapes.size}`;
    const shape = shapes.get(body) ?? { name, command: `run ${name} ${body}`, stories: [] };
    shape.stories.push(story);
    shapes.set(body, shape);
  }
  return [...shapes.values()];
}

/** The events of each story, in order. */
function storiesIn(traceEvents: readonly TraceEvent[]): TraceEvent[][] {
  const ordered = traceEvents.toSorted((one, other) => one.at - other.at);
  const parents = new Map<string, string>();
  const rootOf = (key: string): string => {
    const parent = parents.get(key);
    return parent === undefined ? key : rootOf(parent);
  };
  const join = (one: string, other: string) => {
    const [a, b] = [rootOf(one), rootOf(other)];
    if (a !== b) parents.set(a, b);
  };
  for (const it of ordered) {
    if (it.what !== 'request') continue;
    join(`link ${it.link}`, `user ${it.user}`);
    if (it.referral !== null) join(`link ${it.link}`, `referral ${it.referral.id}`);
  }
  const stories = Map.groupBy(ordered, (it) => rootOf(subjectOf(it)));
  // Links that were requested before the recording have no beginning.
  return [...stories.values()].filter((story) => story.some(({ what }) => what === 'request'));
}

function subjectOf(it: TraceEvent): string {
  if (it.what === 'deleteAccount') return `user ${it.user}`;
  return it.what === 'revoke' ? `referral ${it.referral}` : `link ${it.link}`;
}

/** The user of a link, if known. */
interface Attempt {
  name: string;
  signedIn: boolean;
}

function describe(story: readonly TraceEvent[]): Story {
  const names = new Names();
  const given: string[] = [];
  const steps: string[] = [];
  const states = new Map<string, string>();
  const users = new Map<string, Attempt>();
  /** Submitted codes that were counted, and of which it isn't known yet whether they were right. */
  const typed = new Map<string, string[]>();
  const revoking = new Map<string, string>();
  const rejected = new Set<string>();

  const attempt = (link: string, node: string, means: string, right = false): string => {
    const name = names.of('Request', String(names.all('Request').length));
    given.push(`${name}.link = ${link}`, `${name}.node = ${node}`, `${name}.means = ${means}`);
    given.push(`${name} ${right ? 'in' : 'not in'} Right`);
    return name;
  };
  const anyNode = () => names.all('Node')[0] ?? names.of('Node', '');
  /** Observations that change no row: between two changes their order doesn't matter, and equal ones count once. */
  const between = new Map<string, () => string[]>();
  const flush = () => {
    for (const key of [...between.keys()].sort()) steps.push(...(between.get(key)?.() ?? []));
    between.clear();
  };
  /** A step after which the rows match the database. */
  const change = (step: string, more: readonly string[] = []) => {
    const rows = names
      .all('Link')
      .map((link) => (states.has(link) ? `${link}.state' = ${states.get(link)}` : `no ${link}.state'`));
    steps.push([step, ...rows, ...more].join(' and '));
  };

  const signIn = (link: string): string[] => {
    const user = users.get(link);
    const name = user === undefined || user.signedIn ? attempt(link, anyNode(), 'Opened') : user.name;
    if (user !== undefined) user.signedIn = true;
    return [`proceed[${name}]`, `signIn[${name}]`];
  };
  const reject = (link: string, why: string): string[] => {
    // Equal responses about a link change nothing, however many there are, and at whichever node.
    if (rejected.has(`${link} ${why}`)) return [];
    rejected.add(`${link} ${why}`);
    const name = attempt(link, anyNode(), 'Opened');
    return [...(why === 'NoReferral' ? [`look[${name}]`] : []), `reject[${name}, ${why}]`];
  };

  for (const it of story) {
    if (it.what === 'deliver' || it.what === 'signIn' || (it.what === 'reject' && it.why !== 'WrongCode')) {
      const link = names.of('Link', it.link);
      const key = it.what === 'reject' ? `reject ${link} ${it.why}` : `${it.what} ${link}`;
      between.set(between.has(key) && it.what === 'signIn' ? `${key} again` : key, () => {
        if (it.what === 'deliver') return [`deliver[${link}]`];
        return it.what === 'signIn' ? signIn(link) : reject(link, it.why);
      });
      continue;
    }
    flush();
    const node = names.of('Node', it.node);
    if (it.what === 'deleteAccount') {
      for (const id of it.links) states.delete(names.of('Link', id));
      change(`deleteAccount[${names.of('User', it.user)}]`);
      continue;
    }
    if (it.what === 'revoke') {
      steps.push(`revoke[${names.of('Referral', it.referral)}]`);
      continue;
    }
    const link = names.of('Link', it.link);
    switch (it.what) {
      case 'request': {
        const user = names.of('User', it.user);
        given.push(`${link}.user = ${user}`, `${link}.client = ${names.of('Client', it.client)}`);
        given.push(it.tab === null ? `no ${link}.tab` : `${link}.tab = ${names.of('Tab', it.tab)}`);
        if (it.referral === null) given.push(`no ${link}.referral`, `${link}.client in OpenSignUp`);
        else {
          const code = names.of('Referral', it.referral.id);
          given.push(`${link}.referral = ${code}`, `${link}.client not in OpenSignUp`);
          given.push(`${code}.maxUses = ${it.referral.maxUses}`);
        }
        states.set(link, 'Issued');
        change(`request[${link}, ${node}]`);
        break;
      }
      case 'leave':
        steps.push(`leave[${link}]`);
        break;
      case 'revokeCrossDevice':
        revoking.set(link, node);
        steps.push(`revokeCrossDevice[${link}, ${node}]`);
        break;
      case 'endSessions':
        steps.push(`endSessions[${link}, ${revoking.get(link) ?? node}]`);
        break;
      case 'compensate':
        states.delete(link);
        change(`compensate[${link}, ${node}]`);
        break;
      case 'typeComparisonCode':
        steps.push(`typeComparisonCode[${link}, ${node}, ${it.right ? 'Approved' : 'Stopped'}]`);
        break;
      case 'count': {
        // Whether it was right follows from the next step.
        const uses = story.find((next) => next.at >= it.at && isEndOfCode(next, it.link))?.what === 'use';
        const name = attempt(link, node, 'CodeTyped', uses);
        typed.set(link, [...(typed.get(link) ?? []), name]);
        steps.push(`look[${name}]`, `count[${name}]`);
        break;
      }
      case 'use': {
        const means = it.claimed ? 'ApprovedElsewhere' : 'Opened';
        const counted = typed.get(link)?.shift();
        const name = counted ?? attempt(link, node, means);
        if (counted === undefined) steps.push(`look[${name}]`);
        states.set(link, 'Used');
        for (const other of it.superseded) states.set(names.of('Link', other), 'Superseded');
        change(`use[${name}]`, [`${it.isNew ? 'no' : 'some'} ${link}.user.account`]);
        users.set(link, { name, signedIn: false });
        break;
      }
      case 'storeSession':
        steps.push(`storeSession[${users.get(link)?.name ?? attempt(link, node, 'ApprovedElsewhere')}]`);
        break;
      case 'reject': {
        const name = typed.get(link)?.shift() ?? attempt(link, node, 'CodeTyped');
        steps.push(`reject[${name}, ${it.why}]`);
        break;
      }
    }
  }
  flush();
  return { given, steps, names };
}

function isEndOfCode(it: TraceEvent, link: string): boolean {
  return (it.what === 'use' || (it.what === 'reject' && it.why === 'WrongCode')) && it.link === link;
}

function bodyOf({ given, steps, names }: Story): string {
  const declared = KINDS.filter((kind) => names.all(kind).length > 0).map(
    (kind) => `disj ${names.all(kind).join(', ')}: ${kind}`,
  );
  const scope = KINDS.map((kind) => `exactly ${names.all(kind).length} ${kind}`);
  // One account each, and one more if one was deleted.
  const accounts = names.all('User').length + steps.filter((step) => step.startsWith('deleteAccount')).length;
  // The last step leads to one more state, in which the trace stutters.
  const length = steps.length + 1;
  return `{
  some ${declared.join(', ')} {
    ${[...new Set(given)].join('\n    ')}
    ${steps.map((step) => `(${step})`).join(';\n    ')}
  }
} for 0 but ${scope.join(', ')}, ${accounts} Account, exactly 1 Instant, 3 Int, ${length}..${length} steps
`;
}
