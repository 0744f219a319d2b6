/** Refuses regular expressions that change when they are used, where all threads would share them. */
import type { NodePath, PluginObject, types } from '@babel/core';

/** A Babel plugin: `g` and `y` keep `lastIndex` in the expression, so one that isn't made anew for each use mustn't have them. */
export function checkRegexes(): PluginObject {
  return {
    name: 'linkgate-regex-gate',
    visitor: {
      RegExpLiteral(path: NodePath<types.RegExpLiteral>) {
        if (!/[gy]/.test(path.node.flags) || path.getFunctionParent() !== null) return;
        throw Object.assign(
          path.buildCodeFrameError(
            `a regular expression with the flag "${path.node.flags}" that threads share keeps its place: make it where it is used`,
          ),
          { loc: path.node.loc?.start },
        );
      },
    },
  };
}
