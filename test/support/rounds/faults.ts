/** The faults of rounds: what is done to the cluster, and what users may notice of it. */
import {
  cutOffFromCluster,
  database,
  databaseLine,
  hangNode,
  healCluster,
  killNode,
  shiftClock,
  startAlone,
  stopNode,
  untilThreeAreIn,
} from '../cluster.ts';
import type { NodeName } from '../cluster-program.ts';
import type { Excuse } from './history.ts';
import type { Seeded } from './seeded.ts';

/** A fault. */
export interface Fault {
  excuse: Excuse;
  /** The only node that it can happen to. */
  only?: NodeName;
  /** What has to be there before the round begins. */
  prepare?(chance: Seeded): Promise<void>;
  begin(target: NodeName, chance: Seeded): Promise<void>;
  /** Undoes it; what comes after is recovery. */
  end(target: NodeName): Promise<void>;
  /** Has everything be as before; nobody looks by then. */
  after?(): Promise<void>;
}

const EXCUSE: Excuse = { busy: 'nowhere', none: 'nowhere', clockMillis: 0, forgets: false };
const CLOCK_SECONDS = 5;

const named = <Name extends string>(faults: Record<Name, Fault>) => faults;

/** All of them, by what a report calls them. */
export const FAULTS = named({
  'node killed': {
    // It says 503 by itself while it starts.
    excuse: { ...EXCUSE, busy: 'there', none: 'there' },
    begin: killNode,
    end: startAlone,
  },
  'node stands still': {
    excuse: { ...EXCUSE, none: 'there' },
    begin: (target) => hangNode(target, 'freeze'),
    end: (target) => hangNode(target, 'thaw'),
  },
  'all nodes killed': {
    excuse: { busy: 'anywhere', none: 'anywhere', clockMillis: 0, forgets: true },
    begin: async () => {
      await Promise.all([killNode('first'), killNode('second'), killNode('third')]);
    },
    end: async () => {
      // Two that begin at the same moment may begin a cluster each.
      await startAlone('first');
      await Promise.all([startAlone('second'), startAlone('third')]);
    },
  },
  'cut off from the cluster': {
    excuse: EXCUSE,
    begin: cutOffFromCluster,
    end: healCluster,
  },
  'database cut off': {
    excuse: { ...EXCUSE, busy: 'there' },
    begin: databaseLine.cut,
    end: databaseLine.heal,
  },
  'database slow': {
    excuse: { ...EXCUSE, busy: 'there' },
    begin: (target, chance) => databaseLine.slow(target, chance.between(20, 80)),
    end: databaseLine.heal,
  },
  'commits broken': {
    excuse: { ...EXCUSE, busy: 'there' },
    begin: (target, chance) =>
      databaseLine.breakCommits(target, chance.pick(['before', 'after']), chance.between(2, 5)),
    end: databaseLine.heal,
  },
  'database killed': {
    excuse: { ...EXCUSE, busy: 'anywhere' },
    begin: () => database('crash'),
    end: () => database('start'),
  },
  'database fails over': {
    excuse: { ...EXCUSE, busy: 'anywhere' },
    prepare: () => database('addStandby'),
    begin: () => database('crash'),
    end: () => database('promoteStandby'),
  },
  'clock shifted': {
    excuse: { ...EXCUSE, clockMillis: CLOCK_SECONDS * 1000 },
    only: 'third',
    prepare: (chance) => restartWithClock(chance.pick([CLOCK_SECONDS, -CLOCK_SECONDS])),
    begin: async () => {},
    end: async () => {},
    after: () => restartWithClock(0),
  },
});

async function restartWithClock(seconds: number): Promise<void> {
  await stopNode('third');
  await shiftClock(seconds);
  await startAlone('third');
  await untilThreeAreIn();
}

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];
