/** Records the events of links in the database and at the callers, for the model. */
import type { DistributiveOmit, Reason, TraceEvent } from '../../all/model/trace-event.ts';
import { onDatabase } from '../cluster.ts';
import { linkId } from '../email.ts';
import { type Change, traceEventsOf } from './changes.ts';

/** The watched tables, and the changes that are recorded. */
const WATCHED = {
  LINKGATE_LINK: 'INSERT OR UPDATE OR DELETE',
  LINKGATE_REFERRAL: 'UPDATE OR DELETE',
  USER_ENTITY: 'INSERT OR UPDATE OR DELETE',
};

/** Each change of a row, with its instant (Unix milliseconds), its transaction and the node whose connection made it. */
const CREATE_TRACE = `
  CREATE TABLE TRACE (NUMBER BIGSERIAL, AT FLOAT8, TX BIGINT, NODE TEXT, SUBJECT TEXT, BEFORE JSONB, AFTER JSONB);
  CREATE FUNCTION TRACE() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO TRACE (AT, TX, NODE, SUBJECT, BEFORE, AFTER) VALUES (EXTRACT(EPOCH FROM CLOCK_TIMESTAMP()) * 1000, TXID_CURRENT(),
      CURRENT_SETTING('application_name'), TG_TABLE_NAME, TO_JSONB(OLD), TO_JSONB(NEW));
    RETURN NULL;
  END $$;
  ${Object.entries(WATCHED)
    .map(
      ([table, changes]) =>
        `CREATE TRIGGER TRACE AFTER ${changes} ON ${table} FOR EACH ROW EXECUTE FUNCTION TRACE();`,
    )
    .join('\n')}`;
const DROP_TRACE = 'DROP FUNCTION IF EXISTS TRACE CASCADE; DROP TABLE IF EXISTS TRACE';

/** A recording in progress. */
export class Recorder {
  readonly #recorded: TraceEvent[] = [];

  /** Starts recording. */
  static async start(): Promise<Recorder> {
    await onDatabase(async (client) => {
      await client.query(DROP_TRACE);
      await client.query(CREATE_TRACE);
    });
    return new Recorder();
  }

  /** The number of events that callers have seen so far. */
  get seen(): number {
    return this.#recorded.length;
  }

  /** A link arrived by email. */
  emailed(link: string): void {
    this.#record('', { what: 'deliver', link: linkId(link) });
  }

  /** A user was signed in by a link. */
  signedIn(link: string): void {
    this.#record('', { what: 'signIn', link: linkId(link) });
  }

  /** The page confirmed to the user who opened the link that its cross-device sign-in was revoked. */
  crossDeviceRevoked(link: string): void {
    this.#record('', { what: 'endSessions', link: linkId(link) });
  }

  /** A node rejected a link with a reason. */
  rejected(link: string, node: string, why: Reason): void {
    this.#record(new URL(node).port, { what: 'reject', link: linkId(link), why });
  }

  /** Instants are truncated to milliseconds: a response sorts after the database's changes in the same millisecond. */
  #record(node: string, it: DistributiveOmit<TraceEvent, 'at' | 'node'>): void {
    this.#recorded.push({ ...it, at: Date.now() + 1, node });
  }

  /** Stops recording. Returns the number of recorded events, and the trace events derived from them, unordered. */
  async stop(): Promise<{ events: number; traceEvents: TraceEvent[] }> {
    const changes = await onDatabase(async (client) => {
      const { rows } = await client.query<Change>('SELECT * FROM TRACE ORDER BY NUMBER');
      await client.query(DROP_TRACE);
      return rows;
    });
    const traceEvents = [...traceEventsOf(changes), ...this.#recorded];
    return { events: changes.length + this.#recorded.length, traceEvents };
  }
}
