/** Makes the nodes of a cluster count each other's calls, so that a caller who switches between them gains no more than a second. */
import type { Calls, JavaList, Nodes } from 'keycloak';
import type { MemoryPolicy } from '../limits/limits.ts';
import { MAX_REPORTED, type ReportedCalls, readReport, writeReport } from './report.ts';

const Counters = Java.type('org.linkgate.host.Counters');
const Unreported = Java.type('org.linkgate.host.Unreported');

/** How long a node's last text stays, even if the node has stopped; whoever has received it no longer needs it. */
const MESSAGE_LIFETIME_SECONDS = 10;

/** The functions as the host calls them. */
export const NODES = {
  /** Soon after a call was counted: reports it to the others, with all that were counted meanwhile. */
  tell(nodes: Nodes): void {
    const areOthers = nodes.areOthers();
    for (let isMore = true; isMore; ) {
      const taken = Unreported.take(MAX_REPORTED);
      if (areOthers && !taken.isEmpty()) nodes.tell(writeReport(reportOf(taken)), MESSAGE_LIFETIME_SECONDS);
      isMore = taken.size() === MAX_REPORTED;
    }
  },

  /** Counts what another node reports. */
  hear(text: string): void {
    for (const { policy, rate, caller, calls, ageMillis } of readReport(text))
      Counters.hear(policy, caller, rate.count, rate.seconds, calls, ageMillis);
  },
};

function reportOf(taken: JavaList<Calls>): ReportedCalls[] {
  const reported: ReportedCalls[] = [];
  for (const calls of taken)
    reported.push({
      policy: calls.policy() as MemoryPolicy,
      rate: { count: Number(calls.limit()), seconds: Number(calls.windowSeconds()) },
      caller: calls.caller(),
      calls: Number(calls.calls()),
      ageMillis: Number(calls.ageMillis()),
    });
  return reported;
}
