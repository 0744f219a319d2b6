/** Shares counted calls between the nodes of a cluster: switching nodes gains a caller at most a second's worth of calls. */
import type { Calls, JavaList, Nodes } from 'keycloak';
import type { MemoryLimit } from '../../platform/limits/limits.ts';
import { MAX_REPORTED, type ReportedCalls, readReport, writeReport } from './report.ts';

const Counters = Java.type('org.linkgate.host.Counters');
const Unreported = Java.type('org.linkgate.host.Unreported');

/** How long a node's last report remains in the cache, even if the node has stopped. */
const MESSAGE_LIFETIME_SECONDS = 10;

/** The functions as the host calls them. */
export const NODES = {
  /** Reports calls to the other nodes, soon after the first one was counted. */
  report(nodes: Nodes): void {
    const hasOthers = nodes.hasOthers();
    for (let hasMore = true; hasMore; ) {
      const unreported = Unreported.take(MAX_REPORTED);
      if (hasOthers && !unreported.isEmpty())
        nodes.send(writeReport(reportOf(unreported)), MESSAGE_LIFETIME_SECONDS);
      hasMore = unreported.size() === MAX_REPORTED;
    }
  },

  /** Counts the calls that another node reports. */
  receive(text: string): void {
    for (const { name, value, caller, calls, ageMillis } of readReport(text))
      Counters.addReported(name, caller, value.count, value.seconds, calls, ageMillis);
  },
};

function reportOf(taken: JavaList<Calls>): ReportedCalls[] {
  const reported: ReportedCalls[] = [];
  for (const calls of taken)
    reported.push({
      name: calls.name() as MemoryLimit,
      value: { count: Number(calls.limit()), seconds: Number(calls.windowSeconds()) },
      caller: calls.caller(),
      calls: Number(calls.calls()),
      ageMillis: Number(calls.ageMillis()),
    });
  return reported;
}
