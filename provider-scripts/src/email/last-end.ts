/**
 * How the last email by a way of sending ended on this node, as far as that says something of the next one: those that are withheld end so, too.
 * What was about one email, such as its recipient, says nothing of others.
 */
import type { SendCause } from '../platform/errors/catalogue/findings.ts';
import type { Fate } from './next.ts';
import type { SendResult } from './outcome.ts';

const NodeMemory = Java.type('org.linkgate.host.NodeMemory');

/** The end of an email that wasn't sent. */
export interface LastEnd {
  readonly fate: 'fault' | 'unknown';
  readonly outcome: 'failed' | 'late';
  readonly cause: SendCause;
}

/** Records how an email ended that was really sent. */
export function recordEnd(way: string, fate: Fate, { outcome, cause }: SendResult): void {
  // One that wasn't even tried says nothing. If another thread's email ends at the same moment, either may be the last.
  if (fate === 'busy') return;
  const isFault = (fate === 'fault' || fate === 'unknown') && (outcome === 'failed' || outcome === 'late');
  const end = isFault ? JSON.stringify({ fate, outcome, cause } satisfies LastEnd) : '';
  const seen = NodeMemory.get(keyOf(way));
  if (seen !== end) NodeMemory.replace(keyOf(way), seen, end);
}

/** How the last one ended; null if it was accepted, or nothing is known. */
export function lastEnd(way: string): LastEnd | null {
  const text = NodeMemory.get(keyOf(way));
  return text === '' ? null : (JSON.parse(text) as LastEnd);
}

function keyOf(way: string): string {
  return `${way} ended`;
}
