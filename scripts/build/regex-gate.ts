/** Rejects stateful regular expressions that all threads would share. */
import type { NodePath, PluginObject, types } from '@babel/core';

/** A Babel plugin: with `g` or `y` an expression stores `lastIndex`, so a shared expression must not have these flags. */
export function checkRegexes(): PluginObject {
  return {
    name: 'linkgate-regex-gate',
    visitor: {
      RegExpLiteral(path: NodePath<types.RegExpLiteral>) {
        if (!/[gy]/.test(path.node.flags) || path.getFunctionParent() !== null) return;
        throw Object.assign(
          path.buildCodeFrameError(
            `a regular expression with the flag "${path.node.flags}" shared by threads stores its position: create it where it is used`,
          ),
          { loc: path.node.loc?.start },
        );
      },
    },
  };
}
