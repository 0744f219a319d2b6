/** The limits of connections to a realm's mail server, each of which takes long to reach. */
import { describe, expect, test, vi } from 'vitest';
import {
  MAIL,
  mailServer,
  requestForEmail,
  undoAfterEach,
  untilConnectionsClosed,
  use,
} from '../../support/mail-stubs.ts';
import { PATIENT } from '../../support/patience.ts';

undoAfterEach();

describe('a connection', () => {
  test('carries a hundred emails at most', async () => {
    const stub = await mailServer();
    await use(stub);
    for (let i = 0; i < 101; i++) expect(await requestForEmail()).toBe(200);
    expect(
      stub.connections.map((commands) => commands.filter((point) => point === 'MESSAGE').length),
    ).toEqual([100, 1]);
    await vi.waitUntil(() => stub.open() === 1, PATIENT);
    expect(stub.connections[0]?.at(-1)).toBe('QUIT');
  });

  test('that is idle for a while is probed, and finally closed', async () => {
    const stub = await mailServer();
    await use(stub);
    expect(await requestForEmail()).toBe(200);
    const lastEmail = Date.now();
    await vi.waitUntil(() => Date.now() - lastEmail > 5500, PATIENT);
    expect(await requestForEmail()).toBe(200);
    expect(stub.connections).toEqual([['CONNECT', 'EHLO', ...MAIL, 'NOOP', ...MAIL]]);
    await untilConnectionsClosed(stub);
    expect(stub.connections[0]?.at(-1)).toBe('QUIT');
  });
});
