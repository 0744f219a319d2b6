/** Lines of time: what is known of each email to a user, from its request to the use of its link. */
import type { User } from '../../../generated/admin-api.d.ts';
import { duration, named, t } from '../../texts/texts.ts';
import { formatValues } from '../../texts/values.ts';

export type Email = User['emails'][number];
export type Link = User['links'][number];

/** An email and its link, as far as each is known: an email is only stored while a route reports, and a link for a day after it has ended. */
export interface Line {
  readonly key: string;
  /** Unix seconds. */
  readonly at: number;
  /** The name of the email's template. */
  readonly kind: string;
  readonly client: { readonly client_id: string; readonly client_name: string } | null;
  readonly email: Email | null;
  readonly link: Link | null;
}

/** The template of emails with links. */
const LINK_KIND = 'magic-link';
const MILLIS_PER_SECOND = 1000;

/** The lines, the latest first. */
export function linesOf({ emails, links }: Pick<User, 'emails' | 'links'>): Line[] {
  const found = emails.map((email): Line => {
    const link = links.find(({ id }) => id === email.link) ?? null;
    const { client_id, client_name } = email;
    const client = client_id === null ? null : { client_id, client_name: client_name ?? client_id };
    const at = Math.floor(email.sent_at / MILLIS_PER_SECOND);
    return { key: email.id, at, kind: email.kind, client: client ?? link, email, link };
  });
  const known = emails.map(({ link }) => link);
  for (const link of links)
    if (!known.includes(link.id))
      found.push({ key: link.id, at: link.requested_at, kind: LINK_KIND, client: link, email: null, link });
  return found.sort((one, other) => other.at - one.at);
}

/** A step of a line. */
export interface Step {
  readonly kind: 'good' | 'pending' | 'bad' | 'neutral';
  readonly text: string;
  /** Unix seconds; null if it isn't known. */
  readonly at: number | null;
  /** Others' words: the ID at the service, or what it reported. */
  readonly words: string | null;
}

const STATES = {
  unknown: 'neutral',
  queued: 'pending',
  accepted: 'pending',
  deferred: 'pending',
  delivered: 'good',
  suppressed: 'bad',
  bounced: 'bad',
  complained: 'bad',
} as const satisfies Record<Email['state'], Step['kind']>;

/** The steps, in the order of an email's way. */
export function stepsOf({ at, client, email, link }: Line): Step[] {
  return [
    ...(client === null ? [] : [requested(at, client, email)]),
    ...(email === null
      ? [step('good', t('line.sent'), link?.requested_at ?? null)]
      : [...sent(email), ...fate(email)]),
    ...(email === null ? [] : opened(email)),
    ...(link === null && email?.link == null ? [] : ended(email, link)),
  ];
}

function step(kind: Step['kind'], text: string, at: number | null, words: string | null = null): Step {
  return { kind, text, at, words };
}

/** Unix seconds of a time in milliseconds. */
function seconds(millis: number | null): number | null {
  return millis === null ? null : Math.floor(millis / MILLIS_PER_SECOND);
}

function requested(at: number, { client_id, client_name }: NonNullable<Line['client']>, email: Email | null) {
  const client = client_name || client_id;
  const network = email?.network ?? null;
  const text =
    network === null
      ? t('line.requested', formatValues({ client }))
      : t('line.requested-from', formatValues({ client, network }));
  return step('neutral', text, at);
}

/** Whether the realm sent nothing, as the address gets no emails. */
function isWithheld({ state, service_id }: Email): boolean {
  return state === 'suppressed' && service_id === null;
}

function sent(email: Email): Step[] {
  const { sent_at, millis, route, service_id } = email;
  const at = seconds(sent_at + millis);
  if (isWithheld(email)) return [step('bad', t('line.withheld'), at)];
  const time = duration(millis / MILLIS_PER_SECOND);
  const text = route === null ? t('line.sent') : t('line.sent-by', { ...formatValues({ route }), time });
  const id = service_id === null ? null : `${t('line.service-id')}: ${service_id}`;
  return [step('good', text, at, id)];
}

/** What was reported; that nothing was isn't news where the link was opened. */
function fate(email: Email): Step[] {
  const { state, state_at, words, opened_at, used_at } = email;
  if (isWithheld(email)) return [];
  if (state === 'accepted')
    return opened_at === null && used_at === null ? [step('pending', t('email-state.accepted'), null)] : [];
  return [step(STATES[state], named('email-state', state), seconds(state_at), words)];
}

function opened({ scanned_at, opened_at }: Email): Step[] {
  return [
    ...(scanned_at === null ? [] : [step('neutral', t('line.scanned'), seconds(scanned_at))]),
    ...(opened_at === null ? [] : [step('good', t('line.opened'), seconds(opened_at))]),
  ];
}

/** Whether a link can't be used any more, but signed nobody in: its account had changed, or was disabled. */
function isSpent({ rejected }: Link): boolean {
  return rejected === 'changed' || rejected === 'invalid';
}

/** How the link ended, and why it was rejected when it was opened last. */
function ended(email: Email | null, link: Link | null): Step[] {
  const usedAt = email === null ? (link?.used_at ?? null) : seconds(email.used_at);
  const isUsed = email === null ? link?.state === 'used' && !isSpent(link) : usedAt !== null;
  const reason = email?.rejected ?? link?.rejected ?? null;
  const rejectedAt = seconds(email?.rejected_at ?? null) ?? link?.rejected_at ?? null;
  const steps: Step[] = [];
  if (isUsed) steps.push(step('good', t('line.used'), usedAt));
  if (reason !== null)
    steps.push(step('bad', t('line.rejected', { reason: named('rejected', reason) }), rejectedAt));
  if (isUsed || (email !== null && isWithheld(email))) return steps;
  const state = link?.state ?? email?.link_state ?? null;
  const text = state === null ? t('line.unused') : named('link-state', state);
  return [...steps, step(state === 'issued' ? 'pending' : 'neutral', text, null)];
}

/** A line as a text for who runs the email: without what leads to the application or to the user's network. */
export function textOf(line: Line, address: string): string {
  const steps = stepsOf({ ...line, client: null });
  return [
    t('line.copy.to', { email: address }),
    ...steps.map(({ at, text, words }) =>
      [at === null ? '' : new Date(at * MILLIS_PER_SECOND).toISOString(), text, words ?? '']
        .filter((part) => part !== '')
        .join('  ')
        .replace(/[\u2068\u2069]/g, ''),
    ),
  ].join('\n');
}
