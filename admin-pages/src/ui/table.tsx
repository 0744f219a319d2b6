/** Tables with pagination; on phones, rows are shown as cards. */
import type { ComponentChildren } from 'preact';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';

interface Column<T> {
  title: string;
  cell: (row: T) => ComponentChildren;
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
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, cell }) => (
              <td key={title} data-title={title}>
                {cell(row)}
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
  onFirst: (first: number) => void;
}

export function Pager({ first, shown, next, onFirst }: PagerProperties) {
  if (first === 0 && next === null) return null;
  return (
    <nav class="pager" aria-label={t('pager')}>
      <Button disabled={first === 0} onClick={() => onFirst(Math.max(0, first - PAGE_ROWS))}>
        {t('pager.back')}
      </Button>
      <span>{t('pager.shown', { from: shown === 0 ? 0 : first + 1, to: first + shown })}</span>
      <Button disabled={next === null} onClick={() => next !== null && onFirst(next)}>
        {t('pager.next')}
      </Button>
    </nav>
  );
}
