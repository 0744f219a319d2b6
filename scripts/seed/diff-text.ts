/** What a run would change, as a diff for users: current values start with `-`, new ones with `+`. */

import { inOneLine } from '../../provider-scripts/src/platform/engine/one-line.ts';
import { type Change, describeChange, describeValue } from './change.ts';

/** A block for each object; no changes give an empty text. */
export function diffText(changes: readonly Change[]): string {
  const blocks = new Map<string, string[]>();
  for (const { realm, object, action, field, before, after } of changes) {
    const title = inOneLine(`${realm}: ${object}`);
    const lines = blocks.get(title) ?? [];
    blocks.set(title, lines);
    if (field === undefined)
      lines.push(action === 'removed' ? '- (the whole object)' : '+ (the whole object)');
    else if (action === 'created') lines.push(`+ ${field}: ${describeValue(after)}`);
    else lines.push(`- ${field}: ${describeValue(before)}`, `+ ${field}: ${describeValue(after)}`);
  }
  return [...blocks].map(([title, lines]) => [`@@ ${title} @@`, ...lines].join('\n')).join('\n');
}

/** The changes that a run made, one a line, or that it would make, as a diff. */
export function changesText(changes: readonly Change[], apply: boolean): string {
  if (changes.length === 0) return 'nothing to change';
  return apply ? changes.map(describeChange).join('\n') : diffText(changes);
}
