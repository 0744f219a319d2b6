/** Makes the nodes of a cluster count each other's calls, so that a caller who switches between them gains no more than a second. */
import type { Calls, JavaList, Nodes } from 'keycloak';
import type { MemoryPolicy } from './policies.ts';
import { MOST_TOLD, readTold, type ToldCalls, writeTold } from './told.ts';

const Counters = Java.type('org.linkgate.host.Counters');
const Untold = Java.type('org.linkgate.host.Untold');

/** How long a node's last text stays, even if the node has stopped; whoever has received it no longer needs it. */
const KEPT_SECONDS = 10;

/** The functions as the host calls them. */
export const NODES = {
  /** Soon after a call was counted: tells the others about it and all that were counted meanwhile. */
  tell(nodes: Nodes): void {
    const areOthers = nodes.areOthers();
    for (let isMore = true; isMore; ) {
      const taken = Untold.take(MOST_TOLD);
      if (areOthers && !taken.isEmpty()) nodes.tell(writeTold(toldOf(taken)), KEPT_SECONDS);
      isMore = taken.size() === MOST_TOLD;
    }
  },

  /** Counts what another node reports. */
  hear(text: string): void {
    for (const { policy, rate, caller, calls, ageMillis } of readTold(text))
      Counters.hear(policy, caller, rate.count, rate.seconds, calls, ageMillis);
  },
};

function toldOf(taken: JavaList<Calls>): ToldCalls[] {
  const told: ToldCalls[] = [];
  for (const calls of taken)
    told.push({
      policy: calls.policy() as MemoryPolicy,
      rate: { count: Number(calls.limit()), seconds: Number(calls.windowSeconds()) },
      caller: calls.caller(),
      calls: Number(calls.calls()),
      ageMillis: Number(calls.ageMillis()),
    });
  return told;
}
