/** Reads changes of rows as steps of the model: one step per transaction. */
import type { Code, DistributiveOmit, Reason, TraceEvent } from '../../all/model/trace-event.ts';

/** A change of a row; an inserted one has no `before`, a deleted one no `after`. */
export interface Change {
  at: number;
  tx: string;
  /** The connection's name, which ends with the node's port. */
  node: string;
  subject: string;
  before: Row | null;
  after: Row | null;
}

/** A row by column. */
type Row = Readonly<Record<string, string | number | null>>;

/** The transactions that are steps, ordered by each one's first change. */
export function traceEventsOf(changes: readonly Change[]): TraceEvent[] {
  const codes = codesIn(changes);
  return [...Map.groupBy(changes, ({ tx }) => tx).values()].flatMap((rows) => {
    const last = rows.at(-1);
    const step = last === undefined ? null : stepOf(rows, codes);
    return last === undefined || step === null
      ? []
      : [{ ...step, at: last.at, node: last.node.split('-')[1] ?? '' }];
  });
}

/** The reason for a rejection, by its value in a row. */
const REJECTIONS: Readonly<Record<string, Reason>> = {
  used: 'WasUsed',
  superseded: 'WasSuperseded',
  invalid: 'Invalid',
  referral: 'NoReferral',
};

/** Referral codes by their keys in links' rows. */
function codesIn(changes: readonly Change[]): Map<string, Code> {
  const rows = changes
    .filter(({ subject }) => subject === 'linkgate_referral')
    .map((row) => row.after ?? row.before);
  return new Map(
    rows.map((row) => [String(row?.code_key), { id: String(row?.id), maxUses: Number(row?.max_uses) }]),
  );
}

type Step = DistributiveOmit<TraceEvent, 'at' | 'node'>;

function stepOf(rows: readonly Change[], codes: ReadonlyMap<string, Code>): Step | null {
  const links = rows.filter(({ subject }) => subject === 'linkgate_link');
  const users = rows.filter(({ subject }) => subject === 'user_entity');
  const gone = users.find(({ after }) => after === null)?.before;
  const removed = links.filter(({ after }) => after === null).map(({ before }) => String(before?.jti));
  if (gone) return { what: 'deleteAccount', user: userOf(gone), links: removed };
  const revoked = rows.find(
    ({ subject, after }) => subject === 'linkgate_referral' && after === null,
  )?.before;
  if (revoked) return { what: 'revoke', referral: String(revoked.id) };
  for (const { before, after } of links) {
    const link = String((after ?? before)?.jti);
    if (after === null) return { what: 'compensate', link };
    if (before === null) return requestStep(after, codes);
    const became = (column: string, value: string) => before[column] !== value && after[column] === value;
    // In the model, the link is gone: it is just as unusable, and its page says so.
    if (became('state', 'revoked')) return { what: 'compensate', link };
    if (became('state', 'used')) {
      const superseded = links
        .filter((other) => other.after?.state === 'superseded')
        .map(({ after: row }) => String(row?.jti));
      const claimed = links.some((other) => other.after?.cross_device === 'claimed');
      return {
        what: 'use',
        link,
        superseded,
        claimed,
        isNew: users.some((user) => user.before === null),
      };
    }
    const decided = before.approved_at !== after.approved_at;
    if (decided && became('cross_device', 'approved'))
      return { what: 'typeComparisonCode', link, right: true };
    if (decided && became('cross_device', 'ended')) return { what: 'typeComparisonCode', link, right: false };
    if (became('cross_device', 'ended')) return { what: 'leave', link };
    if (became('cross_device', 'revoked')) return { what: 'revokeCrossDevice', link };
    if (before.cross_device_session !== after.cross_device_session) return { what: 'storeSession', link };
    if (before.code_tries !== after.code_tries) return { what: 'count', link };
  }
  // Any other change of a row records the reason for a rejection.
  const row = links.at(-1)?.after;
  const why = REJECTIONS[String(row?.rejection)];
  return why === undefined ? null : { what: 'reject', link: String(row?.jti), why };
}

function requestStep(row: Row, codes: ReadonlyMap<string, Code>): Step {
  const request = JSON.parse(String(row.request)) as { referral?: string };
  const referral = codes.get(request.referral ?? '') ?? null;
  const tab = row.cross_device_key === null ? null : String(row.cross_device_key);
  return {
    what: 'request',
    link: String(row.jti),
    user: userOf(row),
    client: String(row.client_uuid),
    tab,
    referral,
  };
}

function userOf(row: Row): string {
  return `${row.realm_id} ${row.email}`;
}
