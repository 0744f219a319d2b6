/**
 * Every kind of load has its bound: memory and threads stay flat, and other realms are served (`node scripts/run.mjs bounds.ts`
 * applies the full loads).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { describeMachine } from '../../../scripts/bench/report/machine.ts';
import { describeCommit } from '../../../scripts/build/commit.ts';
import { writeDocument } from '../../../scripts/cli/document.ts';
import { admin } from '../../support/admin.ts';
import { BOUNDS, LOAD_NAMES, type LoadName } from '../../support/bounds/bounds.ts';
import { callers } from '../../support/bounds/callers.ts';
import type { Carrier, Held, Load } from '../../support/bounds/load.ts';
import { measureNode } from '../../support/bounds/node-reading.ts';
import { addressesAndDevices, clientsOfARealm, realms } from '../../support/bounds/rows.ts';
import { silentEmail } from '../../support/bounds/silent-email.ts';
import { slowSenders } from '../../support/bounds/slow-senders.ts';
import {
  DOCUMENT,
  excesses,
  type NodeReading,
  type Round,
  type Seen,
  verdictOn,
  withSeen,
} from '../../support/bounds/table.ts';
import { waitingTabs } from '../../support/bounds/waiting-tabs.ts';
import { whileBusy } from '../../support/busy-server.ts';
import { readText } from '../../support/documents.ts';
import { makeRealm } from '../../support/own-realm.ts';

const MILLIS_PER_MINUTE = 60_000;
/** In percent of each load's full size; without it, each has its short size. */
const PERCENT = process.env.LINKGATE_BOUNDS_PERCENT;
const WRITES = process.env.LINKGATE_WRITE !== undefined;
/** The maximum time for applying a load. */
const MINUTES = Number(process.env.LINKGATE_BOUNDS_MINUTES ?? '30');
const SELECTED = process.env.LINKGATE_BOUNDS_LOADS?.split(',') ?? LOAD_NAMES;
const MEASURED = LOAD_NAMES.filter((name) => SELECTED.includes(name));
const [SLICES, SLICE_MILLIS] = PERCENT === undefined ? [1, 200] : [48, 500];
/** Measurements need a node that has compiled its code. */
const WARMING_SLICES = PERCENT === undefined ? 1 : 360;
/** Resources of the previous load may take a moment to be released. */
const SETTLE_MILLIS = PERCENT === undefined ? 500 : 5000;
const LOAD_MILLIS = (MINUTES + 10) * MILLIS_PER_MINUTE;
/** Calls count until the end of the hour, so that none expires meanwhile. */
const GENERAL = '100/3600';

const LOADS: Record<LoadName, Load> = {
  'slow senders': slowSenders,
  'emails to a silent server': silentEmail,
  'waiting tabs': waitingTabs,
  callers,
  'clients of a realm': clientsOfARealm,
  realms,
  'addresses and devices': addressesAndDevices,
};

const all: Seen[] = [];
const COMMIT = WRITES ? await describeCommit() : '';

/** After each load, so that its results are written even if a later one fails. */
async function documentIt(): Promise<void> {
  const { cores, memoryGibibytes, java, keycloak } = await describeMachine('postgres');
  const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  const on = [
    `Measured on ${day} by \`node scripts/run.mjs bounds.ts --write\`: ${cores} cores, ${memoryGibibytes} GiB,`,
    `Keycloak ${keycloak}, PostgreSQL, ${java}.`,
  ];
  const from = { commit: COMMIT, on: on.join('\n') };
  await writeDocument(DOCUMENT, withSeen(readText(DOCUMENT), all, from));
}

describe('a node that receives', () => {
  let carrier: Carrier;
  /** The node's reading after the previous load. */
  let last: NodeReading;

  beforeAll(async () => {
    const realm = await makeRealm('bounds');
    await whileBusy(async () => {
      const api = await admin();
      const { attributes } = (await api.realms.findOne({ realm: realm.name })) ?? {};
      const counted = { ...attributes, 'linkgate.limit.general': GENERAL };
      // The callers have public addresses, and use http.
      await api.realms.update({ realm: realm.name }, { attributes: counted, sslRequired: 'none' });
    });
    carrier = { realm, client: inject('site').clients.web };
    await measureNode(WARMING_SLICES, SLICE_MILLIS);
    last = await measureNode(SLICES, SLICE_MILLIS);
  }, LOAD_MILLIS);
  afterAll(async () => {
    // The database is deleted with the command.
    if (PERCENT === undefined) await carrier.realm.remove();
  });

  test.each(MEASURED)(
    'many %s takes no more than the bound for them, and serves others',
    {
      timeout: LOAD_MILLIS,
    },
    async (name) => {
      const { whole, short } = BOUNDS[name];
      const max = PERCENT === undefined ? short : Math.ceil((whole * Number(PERCENT)) / 100);
      const begun = performance.now();
      const before = last;
      let count = 0;
      const rounds: Round[] = [];
      while (rounds.length < (PERCENT === undefined ? 1 : BOUNDS[name].rounds)) {
        const load: Held = await LOADS[name](max, carrier, Date.now() + MINUTES * MILLIS_PER_MINUTE);
        count = load.count;
        // The cost of applying it is over by then.
        await wait(SETTLE_MILLIS);
        const held = await measureNode(SLICES, SLICE_MILLIS);
        await load.end();
        await wait(SETTLE_MILLIS);
        last = await measureNode(SLICES, SLICE_MILLIS);
        if (PERCENT === undefined) await load.cleanUp?.();
        rounds.push({ held, after: last });
      }
      const seen = { name, count, before, rounds };
      all.push(seen);
      const seconds = Math.round((performance.now() - begun) / 1000);
      console.log(JSON.stringify({ verdict: verdictOn(seen), seconds, ...seen }));
      if (WRITES) await documentIt();
      expect(excesses(seen)).toEqual([]);
    },
  );
});
