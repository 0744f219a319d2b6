/** Refuses regular expressions that the server's script engine can't run or runs wrongly. */
import type { PluginObject } from '@babel/core';

/** A Babel plugin: flags outside `gim` and lookbehind are errors naming the line. */
export function checkRegexes(): PluginObject {
  return {
    name: 'linkgate-regex-gate',
    visitor: {
      RegExpLiteral(path) {
        const { pattern, flags } = path.node;
        if (/[^gim]/.test(flags))
          throw path.buildCodeFrameError(`The script engine has no regex flags "${flags}"`);
        if (/\(\?<[=!]/.test(pattern)) throw path.buildCodeFrameError('The script engine has no lookbehind');
      },
    },
  };
}
