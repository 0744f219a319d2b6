/** The comparison with other products (docs/comparison.md), from which README's table is made. */
import { markdownTable } from '../cli/markdown.ts';
import { Failure } from '../failure.ts';

/** Below the project's folder. */
export const COMPARISON_FILE = 'docs/comparison.md';

/** What is compared, in the table's order. */
export const PRODUCTS = ['Linkgate', 'Keycloak', 'magic-link', 'email-otp', 'Auth0', 'WorkOS'] as const;
type Product = (typeof PRODUCTS)[number];

/** `–`: what was read doesn't say. */
const VALUES = ['yes', 'partly', 'no'] as const;
const UNSAID = '–';

/** One product's line in a row: its value and what that rests on. */
interface Cell {
  readonly value: (typeof VALUES)[number];
  readonly reason: string;
}

export interface Row {
  readonly name: string;
  readonly cells: ReadonlyMap<Product, Cell>;
}

/** The rows of the page: each heading of the second level with a list, an item for each product of which something is said. */
export function rowsOf(page: string): Row[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const name = section.slice(0, section.indexOf('\n'));
      const items = section.split(/^- /m).slice(1);
      return { name, cells: new Map(items.map((item) => cellOf(name, item.replace(/\s+/g, ' ').trim()))) };
    });
}

function cellOf(row: string, item: string): [Product, Cell] {
  const [, name = '', word = '', reason = ''] = /^([^:]+): (\w+)\. (.+)$/.exec(item) ?? [];
  const product = PRODUCTS.find((one) => one === name);
  const value = VALUES.find((one) => one === word);
  if (product === undefined || value === undefined)
    throw new Failure(
      `${COMPARISON_FILE}: ${row}: "${item}" isn't a product (${PRODUCTS.join(', ')}), then ${VALUES.join(', ')} and a reason`,
    );
  return [product, { value, reason }];
}

/** README's table: a value for each product. */
export function comparisonTable(page: string): string {
  return markdownTable(
    ['', ...PRODUCTS],
    rowsOf(page).map(({ name, cells }) => [
      name,
      ...PRODUCTS.map((product) => cells.get(product)?.value ?? UNSAID),
    ]),
  );
}
