/** The faults of rounds: what they do to the cluster, and which effects on users they excuse. */
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
  untilThreeMembers,
} from '../cluster.ts';
import type { NodeName } from '../cluster-program.ts';
import type { Excuse } from './history.ts';
import type { Seeded } from './seeded.ts';

/** A fault. */
export interface Fault {
  excuse: Excuse;
  /** The only node that it can affect. */
  only?: NodeName;
  /** Runs before the round. */
  prepare?(chance: Seeded): Promise<void>;
  begin(target: NodeName, chance: Seeded): Promise<void>;
  /** Undoes the fault; the recovery starts then. */
  end(target: NodeName): Promise<void>;
  /** Restores the initial state, once the round's checks are over. */
  after?(): Promise<void>;
}

const EXCUSE: Excuse = { busy: 'nowhere', none: 'nowhere', clockMillis: 0, forgets: false };
const CLOCK_SECONDS = 5;

const named = <Name extends string>(faults: Record<Name, Fault>) => faults;

/** All faults, by their names in reports. */
export const FAULTS = named({
  'node killed': {
    // A starting node responds 503 itself.
    excuse: { ...EXCUSE, busy: 'there', none: 'there' },
    begin: killNode,
    end: startAlone,
  },
  'node suspended': {
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
      // Two that start at the same moment may each form a cluster.
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
  await untilThreeMembers();
}

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];
