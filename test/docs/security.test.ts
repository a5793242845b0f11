import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/paths';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const document = read('docs/security.md');

it('docs/security.md names tests that exist', () => {
  const files = [...document.matchAll(/`((?:apps|test)\/[\w/-]+\.[\w.]+)`/g)].map(([, file = '']) => file);
  expect(files.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
});

/** Table and column of each field, as the database names them. */
function columnsOf(schema: string) {
  const models = [...schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => ({
    name,
    body,
  }));
  const names = new Set(models.map(({ name }) => name));
  return models.flatMap(({ body }) => {
    const table = body.match(/@@map\("(\w+)"\)/)?.[1];
    const fields = [...body.matchAll(/^ {2}(\w+) +(\w+)[^\n]*/gm)].filter(([, , type = '']) => !names.has(type));
    return fields.map(([line, field]) => `${table}.${line.match(/ @map\("(\w+)"\)/)?.[1] ?? field}`);
  });
}

it('docs/security.md lists every column of the database: purpose, retention, whether it is exported and erased', () => {
  const columns = columnsOf(read('prisma/schema.prisma'));
  const rows = [...document.matchAll(/^\| `(\w+)` \| (all|(?:`\w+`(?:, )?)+) \|/gm)];
  const listed = rows.flatMap(([, table, names = '']) =>
    names === 'all'
      ? columns.filter((each) => each.startsWith(`${table}.`))
      : [...names.matchAll(/\w+/g)].map(([each]) => `${table}.${each}`),
  );
  expect([...new Set(listed)].sort()).toEqual(columns.sort());
});
