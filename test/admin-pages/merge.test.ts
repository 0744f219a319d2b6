import { expect, test } from 'vitest';
import { merge } from '../../admin-pages/src/ui/merge.ts';

const saved = { name: 'Shop', color: 'red', text: '' };

test('takes over what only another administrator has changed', () => {
  const { draft, conflict } = merge(saved, { ...saved, name: 'Fish' }, { ...saved, color: 'blue' });
  expect(draft).toEqual({ name: 'Fish', color: 'blue', text: '' });
  expect(conflict).toEqual({ fields: ['color'], both: {} });
});

test('keeps the form’s value where both have changed a field, and reports the other one', () => {
  const { draft, conflict } = merge(saved, { ...saved, name: 'Fish' }, { ...saved, name: 'Bread' });
  expect(draft.name).toBe('Fish');
  expect(conflict).toEqual({ fields: ['name'], both: { name: 'Bread' } });
});

test('reports no conflict where both have set the same value', () => {
  const both = { ...saved, name: 'Fish' };
  expect(merge(saved, both, both)).toEqual({ draft: both, conflict: { fields: ['name'], both: {} } });
});
