/** Lets services that keep failing rest, each node by what it knows (`NodeMemory`). */
import { type BreakerRule, type BreakerState, restsAt, stateOnCall, stateOnEnd, WORKING } from './breaker.ts';

const NodeMemory = Java.type('org.linkgate.host.NodeMemory');

/** What this node knows of a service. */
export function knownOf(key: string): BreakerState {
  return parsed(NodeMemory.get(key));
}

/** Whether a service rests now, on this node. */
export function restsNow(key: string): boolean {
  return restsAt(knownOf(key), NodeMemory.millis());
}

/** Whether a service may be called now; each call that may be must be reported by `reportEnd`. */
export function mayCall(key: string, rule: BreakerRule): boolean {
  return changed(key, (state) => stateOnCall(state, NodeMemory.millis(), rule));
}

/** Reports the end of a call. */
export function reportEnd(key: string, worked: boolean, rule: BreakerRule): void {
  changed(key, (state) => stateOnEnd(state, worked, NodeMemory.millis(), rule));
}

/** Replaces what is known; false if the change is none. Another thread's change in between repeats it. */
function changed(key: string, change: (state: BreakerState) => BreakerState | null): boolean {
  for (;;) {
    const seen = NodeMemory.get(key);
    const after = change(parsed(seen));
    if (after === null) return false;
    const text = after === WORKING ? '' : JSON.stringify(after);
    if (text === seen || NodeMemory.replace(key, seen, text)) return true;
  }
}

function parsed(text: string): BreakerState {
  return text === '' ? WORKING : (JSON.parse(text) as BreakerState);
}
