import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { byPerson, recordChange } from './record-change.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a change is written with the transaction that makes it, and goes with it', async () => {
  const change = {
    actor: byPerson({ id: 'p1', name: 'Olwen Testing' }),
    subject: { kind: 'partner', id: '7' },
    action: 'renamed',
    before: { name: 'Old "quoted" Name' },
    after: { name: 'New Name' },
  }
  await database.sql.begin((transaction) => recordChange(transaction, change))
  await database.sql
    .begin(async (transaction) => {
      await recordChange(transaction, { ...change, action: 'undone' })
      throw new Error('rolled back')
    })
    .catch(() => {})
  const rows = await database.sql`
    select actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after from audit_log`
  expect([...rows]).toEqual([
    {
      actor_kind: 'person',
      actor_id: 'p1',
      actor_name: 'Olwen Testing',
      action: 'partner.renamed',
      subject_kind: 'partner',
      subject_id: '7',
      before: { name: 'Old "quoted" Name' },
      after: { name: 'New Name' },
    },
  ])
})

test('what is written cannot be changed, deleted or emptied, not even by a superuser', async () => {
  await recordChange(database.sql, {
    actor: { kind: 'job', name: 'lapse' },
    subject: { kind: 'entry', id: '1' },
    action: 'lapsed',
  })
  const [before] = await database.sql`select count(*)::int as rows from audit_log`
  await expect(database.sql`update audit_log set actor_name = 'Somebody else'`.execute()).rejects.toThrow('append-only')
  await expect(database.sql`delete from audit_log`.execute()).rejects.toThrow('append-only')
  await expect(database.sql`truncate audit_log`.execute()).rejects.toThrow('append-only')
  const [after] = await database.sql`select count(*)::int as rows from audit_log`
  expect(after!.rows).toBe(before!.rows)
})

test('an owner of the database that is no superuser has not even the right to', async () => {
  const { sql } = database
  const role = `audit_owner_${Date.now()}`
  await sql.unsafe(`create role ${role}`)
  try {
    await sql.unsafe(`alter table audit_log owner to ${role}`)
    const [rights] = await sql`
      select has_table_privilege(${role}, 'audit_log', 'update') as change,
        has_table_privilege(${role}, 'audit_log', 'delete') as remove,
        has_table_privilege(${role}, 'audit_log', 'insert') as add`
    expect(rights).toEqual({ change: false, remove: false, add: true })
  } finally {
    await sql.unsafe(`reassign owned by ${role} to current_user`)
    await sql.unsafe(`drop role ${role}`)
  }
})
