/** How a run of a command ends: with what it did, or with what is missing for it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EXIT_CODE } from '../../../scripts/cli/exit-code.ts';
import { NOT_APPLIED, printRun } from '../../../scripts/cli/output.ts';
import { creation, fieldChange } from '../../../scripts/seed/change.ts';
import { carryOut } from '../../../scripts/seed/plan.ts';

let written: { stdout: string; stderr: string };
beforeEach(() => {
  written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    });
});
const code = process.exitCode;
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = code;
});

describe('a run', () => {
  test.each([
    ['that lacks --apply', {}, 2, `done?\n${NOT_APPLIED}\n`, '', EXIT_CODE.notApplied],
    ['with nothing to change', {}, 0, 'done?\n', '', undefined],
    ['that is applied', { apply: true }, 2, 'done?\n', '', undefined],
  ])('%s says so in its last line and its exit code', (_, options, changes, stdout, stderr, exit) => {
    process.exitCode = undefined;
    printRun(options, { result: {}, text: 'done?', changes });
    expect([written, process.exitCode]).toEqual([{ stdout, stderr }, exit]);
  });

  test('that lacks --apply prints JSON alone, and its last line to the errors', () => {
    printRun({ json: true }, { result: { changes: [1] }, text: '', changes: 1 });
    expect(JSON.parse(written.stdout)).toEqual({ applied: false, changes: [1] });
    expect([written.stderr, process.exitCode]).toEqual([`${NOT_APPLIED}\n`, EXIT_CODE.notApplied]);
  });
});

describe('a plan', () => {
  const apply = vi.fn(async () => ({ result: { id: 'new' }, text: 'thing: made' }));
  const plan = {
    preview: async () => ({
      changes: [
        ...creation('acme', 'thing', { name: 'a', secret: 'hidden', none: undefined }),
        ...fieldChange('acme', 'other', 'state', 'old', 'new'),
        ...fieldChange('acme', 'other', 'size', 1, 1),
      ],
      notes: ['a note'],
    }),
    apply,
  };
  beforeEach(() => apply.mockClear());

  test('is shown, and nothing is done', async () => {
    await carryOut(plan, {});
    expect(apply).not.toHaveBeenCalled();
    expect(written.stdout).toBe(
      [
        '@@ acme: thing @@',
        '+ (the whole object)',
        '+ name: "a"',
        '+ secret: "(secret)"',
        '@@ acme: other @@',
        '- state: "old"',
        '+ state: "new"',
        'a note',
        NOT_APPLIED,
        '',
      ].join('\n'),
    );
    expect(process.exitCode).toBe(EXIT_CODE.notApplied);
  });

  test('is carried out with --apply, and says what it did', async () => {
    process.exitCode = undefined;
    await carryOut(plan, { apply: true });
    expect([apply.mock.calls.length, written.stdout, process.exitCode]).toEqual([
      1,
      'thing: made\n',
      undefined,
    ]);
  });

  test('without changes says that there are none', async () => {
    process.exitCode = undefined;
    await carryOut({ ...plan, preview: async () => ({ changes: [] }) }, {});
    expect([written.stdout, process.exitCode]).toEqual(['nothing to change\n', undefined]);
  });
});
