/** What a dry run would change, as a diff for users: current values start with `-`, new ones with `+`. */

import { type Change, describeValue } from './change.ts';

/** A block for each object; no changes give an empty text. */
export function diffText(changes: readonly Change[]): string {
  const blocks = new Map<string, string[]>();
  for (const { realm, object, action, field, before, after } of changes) {
    const title = `${realm}: ${object}`;
    const lines = blocks.get(title) ?? [];
    blocks.set(title, lines);
    if (field === undefined)
      lines.push(action === 'removed' ? '- (the whole object)' : '+ (the whole object)');
    else lines.push(`- ${field}: ${describeValue(before)}`, `+ ${field}: ${describeValue(after)}`);
  }
  return [...blocks].map(([title, lines]) => [`@@ ${title} @@`, ...lines].join('\n')).join('\n');
}
