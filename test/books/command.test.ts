import { BooksAdmin } from '../../apps/bff/src/desk/books-admin';
import type { Desk } from '../../apps/bff/src/desk/command-line';

test('a day for tests is refused in production', async () => {
  const admin = new BooksAdmin({ config: { production: true } } as Desk);
  await expect(admin.import({ today: '2026-10-01', as: 'asha' })).rejects.toThrow(/refused in production/);
});
