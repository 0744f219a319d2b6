/** Refuses regular expressions that the server's script engine can't run or runs wrongly. */
import type { PluginObject } from '@babel/core';

/** A Babel plugin: flags outside `gim` and lookbehind are errors naming the line. */
export function checkRegexes(): PluginObject {
  return {
    name: 'linkgate-regex-gate',
    visitor: {
      RegExpLiteral(path) {
        const { pattern, flags } = path.node;
        const refusal = (text: string) =>
          Object.assign(path.buildCodeFrameError(text), { loc: path.node.loc?.start });
        if (/[^gim]/.test(flags)) throw refusal(`The script engine has no regex flags "${flags}"`);
        if (/\(\?<[=!]/.test(pattern)) throw refusal('The script engine has no lookbehind');
      },
    },
  };
}
