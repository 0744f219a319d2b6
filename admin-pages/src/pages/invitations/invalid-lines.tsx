/** The invalid lines of a list, each with the reason; can be downloaded to be corrected. */
import { useState } from 'preact/hooks';
import type { LineProblem } from '../../../generated/admin-api.d.ts';
import { call } from '../../server/api.ts';
import { named, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorText } from '../../ui/error-text.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useAction, useLoaded } from '../../ui/load.ts';
import { Loading, UserText } from '../../ui/parts.tsx';
import { PAGE_ROWS, Pager, Table } from '../../ui/table.tsx';

interface Problems {
  problems: LineProblem[];
  next: number | null;
}

/** The server's maximum. */
const DOWNLOAD_ROWS = 100;

interface LinesProperties {
  /** The list's path in the API, and its heading as it was given. */
  path: string;
  heading: string | null;
}

export function InvalidLines({ path, heading }: LinesProperties) {
  const [first, setFirst] = useState(0);
  const download = useAction();
  const list = useLoaded(
    (signal) => call<Problems>(`${path}/problems`, { query: { first, max: PAGE_ROWS }, signal }),
    [path, first],
  );
  return (
    <Loading of={list}>
      {({ problems, next }) => (
        <>
          <Table
            caption={t('batches.problems')}
            rows={problems}
            keyOf={({ line, field, source }) => `${line} ${field} ${source}`}
            empty={t('batches.problems.gone')}
            columns={[
              { title: t('batches.line'), short: true, cell: ({ line }) => String(line) },
              { title: t('batches.source'), cell: ({ source }) => <UserText code>{source}</UserText> },
              { title: t('batches.field'), cell: ({ field }) => named('batch-field', field) },
              { title: t('batches.wrong'), cell: (why) => <ErrorText of={why} /> },
            ]}
          />
          <Pager first={first} shown={problems.length} next={next} onFirst={setFirst} />
          <Failure of={download.failure} />
          {problems.length > 0 && (
            <Button
              busy={download.busy}
              onClick={() => download.run(async () => save(await linesOf(path, heading)))}
            >
              {t('batches.problems.download')}
            </Button>
          )}
        </>
      )}
    </Loading>
  );
}

/** All invalid lines as they were given, below the list's heading. */
async function linesOf(path: string, heading: string | null): Promise<string[]> {
  const lines = heading === null ? [] : [heading];
  for (let first: number | null = 0; first !== null; ) {
    const page: Problems = await call(`${path}/problems`, { query: { first, max: DOWNLOAD_ROWS } });
    lines.push(...page.problems.map(({ source }) => source));
    first = page.next;
  }
  return lines;
}

/** Saves lines as a file that spreadsheets read as UTF-8. */
function save(lines: readonly string[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`\ufeff${lines.join('\r\n')}\r\n`], { type: 'text/csv' }));
  link.download = 'invalid-lines.csv';
  link.click();
  URL.revokeObjectURL(link.href);
}
