/** Emailed links by the hosts of their mailboxes, and which hosts have fallen. */
import { describe, expect, test } from 'vitest';
import { mailboxHostOf } from '../../../../provider-scripts/src/accounts/address/webmail.ts';
import {
  fallenHosts,
  hostCounts,
  type Stage,
  stageDelayName,
  stageName,
} from '../../../../provider-scripts/src/observability/statistics/mailboxes.ts';

const counted = (stage: Stage, host: string, amount: number) => ({
  name: stageName(stage, host),
  since: 0,
  amount,
});
const links = (host: string, sent: number, used: number) => [
  counted('sent', host, sent),
  counted('used', host, used),
];

describe('a host', () => {
  test('has its counts and medians; others come last', () => {
    const shown = hostCounts([
      ...links('other', 90, 50),
      ...links('gmail.com', 30, 25),
      ...links('acme.example', 40, 2),
      counted('delivered', 'gmail.com', 29),
      counted('opened', 'gmail.com', 26),
      { name: stageDelayName('used', 'gmail.com', 7), since: 0, amount: 25 },
      { name: 'links_used', since: 0, amount: 5 },
    ]);
    expect(shown.map(({ host }) => host)).toEqual(['acme.example', 'gmail.com', 'other']);
    expect(shown[1]).toMatchObject({ sent: 30, delivered: 29, opened: 26, used: 25, delivered_p50: null });
    const median = shown[1]?.used_p50 ?? 0;
    expect(median > 5 && median <= 10).toBe(true);
    expect(shown[0]?.used_p50).toBeNull();
  });

  test('without sent links isn’t shown: its links were sent before', () => {
    expect(hostCounts([counted('used', 'gmail.com', 3)])).toEqual([]);
  });

  test('is a known provider’s, whichever of its domains an address has', () => {
    expect(['a@GoogleMail.com', 'a@hotmail.de', 'a@acme.example'].map(mailboxHostOf)).toEqual([
      'gmail.com',
      'outlook.com',
      null,
    ]);
  });
});

describe('a host has fallen', () => {
  const month = [...links('gmail.com', 1000, 800), ...links('gmx.de', 99, 90), ...links('web.de', 500, 50)];
  const fallen = (...hour: ReturnType<typeof links>) =>
    fallenHosts([hour, []], month).map(({ host, share, usual }) => [host, share, usual]);

  test('once less than half of the usual share is used', () => {
    expect(fallen(...links('gmail.com', 30, 12))).toEqual([]);
    expect(fallen(...links('gmail.com', 30, 11))).toEqual([['gmail.com', 37, 80]]);
  });

  test('not by noise: of few links, of a host with few a month, or of one where few are used', () => {
    expect(fallen(...links('gmail.com', 24, 0))).toEqual([]);
    expect(fallen(...links('gmail.com', 25, 0))).toEqual([['gmail.com', 0, 80]]);
    expect(fallen(...links('gmx.de', 60, 0))).toEqual([]);
    expect(fallen(...links('web.de', 199, 0))).toEqual([]);
    expect(fallen(...links('web.de', 200, 0))).toEqual([['web.de', 0, 10]]);
    expect(fallen(...links('new.example', 500, 0))).toEqual([]);
  });

  test('in the hour or in the day, and is told once', () => {
    const low = links('gmail.com', 100, 10);
    expect(fallenHosts([[], low], month)).toHaveLength(1);
    expect(fallenHosts([low, low], month)).toHaveLength(1);
  });
});
