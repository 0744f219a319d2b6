/** What a node does with the calls that others report, as the host calls it. */
import { afterAll, expect, test, vi } from 'vitest';
import { writeReport } from '../../../provider-scripts/src/realm/limits/report.ts';

const counters = { addReported: vi.fn() };
vi.stubGlobal('Java', { type: (name: string) => (name.endsWith('.Counters') ? counters : {}) });
afterAll(() => vi.unstubAllGlobals());

/** By its address: scripts' types aren't those of tests. */
const SOURCE = new URL('../../../provider-scripts/src/realm/limits/nodes.ts', import.meta.url).href;
const { NODES } = (await import(SOURCE)) as { NODES: { receive(text: string): void } };

test('counts each reported call under its policy and rate, from the time at which it was made', () => {
  const session = { name: 'session', value: { count: 20, seconds: 30 } } as const;
  const general = { name: 'general', value: { count: 100, seconds: 60 } } as const;
  NODES.receive(
    writeReport([
      { ...general, caller: 'a1', calls: 7, ageMillis: 512 },
      { ...session, caller: 'b2', calls: 3, ageMillis: 9000 },
    ]),
  );
  expect(counters.addReported.mock.calls).toEqual([
    ['general', 'a1', 100, 60, 7, 512],
    ['session', 'b2', 20, 30, 3, 9000],
  ]);
});
