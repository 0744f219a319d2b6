/** Tables with pagination; on phones, rows are shown as cards. */
import type { ComponentChildren } from 'preact';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';

interface Column<T> {
  title: string;
  cell: (row: T) => ComponentChildren;
  /** Whether its cells never wrap: dates, states and numbers. */
  short?: true;
}

interface TableProperties<T> {
  /** The table's accessible name. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  empty: string;
}

export function Table<T>({ caption, columns, rows, keyOf, empty }: TableProperties<T>) {
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  return (
    <table class="list">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, short }) => (
            <th key={title} scope="col" class={short && 'short'}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, cell, short }) => (
              <td key={title} data-title={title} class={short && 'short'}>
                <div class="cell">{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Rows per page of a list. */
export const PAGE_ROWS = 20;

interface PagerProperties {
  first: number;
  shown: number;
  next: number | null;
  /** The number of rows on all pages, if the server reports it. */
  total?: number;
  onFirst: (first: number) => void;
}

/** Shows which rows of a list are on the page, of how many; its buttons are there only if the list has more pages. */
export function Pager({ first, shown, next, total, onFirst }: PagerProperties) {
  if (first === 0 && next === null)
    return total ? <p class="hint">{t('pager.total', { count: total })}</p> : null;
  const rows = { from: shown === 0 ? 0 : first + 1, to: first + shown };
  return (
    <nav class="pager" aria-label={t('pager')}>
      <Button disabled={first === 0} onClick={() => onFirst(Math.max(0, first - PAGE_ROWS))}>
        {t('pager.back')}
      </Button>
      <span>{total === undefined ? t('pager.shown', rows) : t('pager.shown-of', { ...rows, total })}</span>
      <Button disabled={next === null} onClick={() => next !== null && onFirst(next)}>
        {t('pager.next')}
      </Button>
    </nav>
  );
}
