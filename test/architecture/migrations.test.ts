import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lastRelease } from '#database/last-release.ts'
import { projectRoot } from '#process/project-root.ts'
import { findBrokenRules } from './migration-rules.ts'

const folder = join(projectRoot, 'sql/migrations')
const names = readdirSync(folder).sort()

test('every migration since the last release leaves that one working and takes no long locks', () => {
  const { schema, without } = lastRelease
  const since = names.filter((name) => Number(name.slice(0, 5)) > schema || without.includes(Number(name.slice(0, 5))))
  const broken = since.flatMap((name) =>
    findBrokenRules(readFileSync(join(folder, name), 'utf8')).map((rule) => `${name} ${rule}`),
  )
  expect(broken).toEqual([])
})

test('the last release has a page that names its commit', () => {
  const page = readFileSync(join(projectRoot, `docs/releases/${lastRelease.version}.md`), 'utf8')
  expect(page).toMatch(/^Commit: `[0-9a-f]{40}`\. Last migration: 000\d\d\b/m)
  expect(names.some((name) => Number(name.slice(0, 5)) === lastRelease.schema)).toBe(true)
})

test.each([
  'drop table orders',
  'alter table people drop column name',
  'alter table people rename column name to label',
  'alter table people rename to persons',
  'alter table people alter column name type integer',
  'alter table people add column nick text not null',
  'alter table people add column id2 uuid default uuidv7()',
  'alter table people add column low text generated always as (lower(name)) stored',
  'alter table people alter column name set not null',
  'alter table orders add constraint orders_x check (amount_pence > 0)',
  'alter table orders add constraint orders_x unique (metadata)',
  'create index orders_x on orders (metadata)',
  'create index concurrently orders_x on orders (metadata)',
  "update orders set metadata = '{}'",
  'delete from mails where true',
  'truncate daily_visits',
  'lock table orders',
])('a migration may not: %s', (statement) => {
  expect(findBrokenRules(`${statement};\n`)).toHaveLength(1)
})

test.each([
  'create table new_list (id uuid primary key default uuidv7(), name text not null); create index new_list_name on new_list (name)',
  'alter table people add column nick text; alter table people add column rank integer not null default 0',
  'alter table orders add constraint orders_x check (amount_pence > 0) not valid',
  'alter table orders validate constraint orders_x; alter table orders alter column type set not null',
  '-- without a transaction\ncreate index concurrently if not exists orders_x on orders (metadata)',
  '-- without a transaction\ndo $$ begin loop update orders set metadata = metadata; commit; end loop; end $$',
  "create or replace function f() returns text language sql as $$ select 'drop table orders' $$",
  'drop index if exists orders_old',
  'alter table people alter column name drop not null',
])('a migration may: %s', (text) => {
  expect(findBrokenRules(`${text};\n`)).toEqual([])
})
