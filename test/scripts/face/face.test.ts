/** What README's blocks are made of: figures from documents that commands write, the comparison's table, badges. */
import { describe, expect, test } from 'vitest';
import { comparisonTable, rowsOf } from '../../../scripts/face/comparison.ts';
import { type Documents, figuresOf, minorsOf } from '../../../scripts/face/figures.ts';
import { badgeSvg, badgesOf, blocksOf, withBlocks } from '../../../scripts/face/readme.ts';

const DOCUMENTS: Documents = {
  proof:
    '| config | `oidcc-config-certification-test-plan` | 1 | 2 | 3 | 4 | 0 |\n| basic | `oidcc-basic` | 22 | 5 | 4 | 4 | 1 |\n' +
    '| test | what every change is tested by | 7180 passed, 0 failed | 75e121ef | 2026-11-28 | 14 |\n' +
    '| versions | each | Keycloak 26.6.4: 12 passed, 0 failed; Keycloak 26.7.4: 12 passed, 1 failed; Keycloak 26.7.5: 12 passed, 0 failed | abc | 2026-11-27 | 48 |\n',
  performance:
    '| sign-in-cpu | a : b | ≤ 0.35 | 0.68 | **not met** |\n| token-rate | c | ≥ 0.9 | 0.64 | x |\n| million-p99 | d | ≤ 1.25 | 0.96 | met |\n',
};
const FIGURES = figuresOf(DOCUMENTS);
const PAGE =
  '# Compared\n\n- not: a row.\n\n## One\n\n- Linkgate: yes. Here.\n- Auth0: no. There\n  ([a](https://a.example)).\n';

describe('the figures', () => {
  test('are those of the documents, and a version with failures isn’t tested', () => {
    expect(FIGURES.versions).toEqual(['26.6.4', '26.7.5']);
    expect(FIGURES.plans).toEqual({ passed: 23, failed: 1 });
    expect(FIGURES.tests).toEqual({ result: '7,180 passed, 0 failed', commit: '75e121ef' });
    expect(FIGURES.ratio('token-rate')).toBe('0.64');
    expect(minorsOf(['26.6.4', '26.7.4', '26.7.5'])).toEqual(['26.6', '26.7']);
  });

  test.each([
    ['plans', '`oidcc-', 'no plans'],
    ['tests', '\\| test \\|', 'no row'],
  ])('are missing without the %s, which is named', (_, row, message) => {
    const proof = DOCUMENTS.proof.replaceAll(new RegExp(row, 'g'), 'other');
    expect(() => figuresOf({ ...DOCUMENTS, proof })).toThrow(message);
  });

  test('need a version of Keycloak without failures', () => {
    const failed = DOCUMENTS.proof.replaceAll('12 passed, 0 failed', '11 passed, 1 failed');
    expect(() => figuresOf({ ...DOCUMENTS, proof: failed })).toThrow(
      'no version of Keycloak without failures',
    );
  });

  test('of a missing row are named', () => {
    expect(() => FIGURES.ratio('no-such')).toThrow('docs/performance.md: no row no-such');
  });
});

describe('the comparison', () => {
  test('has a row for each heading, and a dash where nothing is said', () => {
    expect(comparisonTable(PAGE).split('\n').at(-1)).toBe('| One | yes | – | – | – | no | – |');
    expect(rowsOf(PAGE)[0]?.cells.get('Auth0')).toEqual({
      value: 'no',
      reason: 'There ([a](https://a.example)).',
    });
  });

  test.each(['Nobody: yes. So.', 'Auth0: perhaps. So.', 'Auth0: yes'])('rejects the line “%s”', (line) => {
    expect(() => rowsOf(`# A\n\n## One\n\n- ${line}\n`)).toThrow('docs/comparison.md: One');
  });
});

describe('the badges', () => {
  const badges = badgesOf(FIGURES, 'Apache-2.0', undefined);

  test('say what was tested, and that there is no release', () => {
    expect(badges.map(({ message }) => message)).toEqual([
      '26.6.4, 26.7.5',
      '23 passed, 1 failed',
      'Apache-2.0',
      'none yet',
    ]);
    expect(badgesOf(FIGURES, 'Apache-2.0', '0.1.0').at(-1)?.message).toBe('0.1.0');
  });

  test('are pictures that ask no other host', () => {
    for (const badge of badges) {
      const svg = badgeSvg(badge);
      expect(svg).toContain(badge.message);
      expect(svg.replaceAll('http://www.w3.org/', '')).not.toMatch(/https?:/);
    }
    expect(badges[1]?.color).toBe('red');
  });
});

describe('the blocks', () => {
  const blocks = blocksOf(FIGURES, badgesOf(FIGURES, 'Apache-2.0', undefined), PAGE);
  const place = (name: string, text = '') =>
    `<!-- Made by \`node scripts/run.mjs reference.ts\`: ${name}. -->\n${text}<!-- Until here. -->\n`;

  test('have lines of at most 120 characters', () => {
    const prose = ['versions', 'figures'].flatMap((name) => (blocks.get(name) ?? '').split('\n'));
    expect(prose.length).toBeGreaterThan(3);
    expect(prose.filter((line) => line.length > 120)).toEqual([]);
  });

  test('replace what stands in their place, and nothing else', () => {
    const two = new Map([
      ['one', 'ONE'],
      ['two', 'TWO'],
    ]);
    const page = `Before.\n\n${place('one', '\nold\n\n')}\nBetween.\n\n${place('two')}\nAfter.\n`;
    const made = withBlocks(page, two);
    expect(made).toBe(
      `Before.\n\n${place('one', '\nONE\n\n')}\nBetween.\n\n${place('two', '\nTWO\n\n')}\nAfter.\n`,
    );
    expect(withBlocks(made, two)).toBe(made);
    expect(() => withBlocks('no place', two)).toThrow('reference.ts`: one. -->');
  });
});
