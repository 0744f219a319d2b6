import { expect, test } from 'vitest';
import { readHistogram } from '../../../scripts/bench/load/process.ts';

test('classes of the same name in a histogram are summed', () => {
  const text = ` num     #instances         #bytes  class name (module)
-------------------------------------------------------
   1:         10            400  [B (java.base@25)
   2:          3             72  org.linkgate.host.Engine$Method
   3:          2             48  org.linkgate.host.Engine$Method
Total          15            520
`;
  expect(Object.fromEntries(readHistogram(text))).toEqual({
    '[B': { count: 10, bytes: 400 },
    'org.linkgate.host.Engine$Method': { count: 5, bytes: 120 },
  });
});
