import type { CamelSql } from '#database/camel.ts'

export const findEntryByNumber = (sql: CamelSql, { number }: { number: string }) => sql<
  { id: string; number: string; title: string; slug: string }[]
>`
  select id, number, title, slug from register_entries where number = ${number}::text`

/** Every page that shows this to a person writes it into the audit log. */
export const findReporter = (sql: CamelSql, { concernId }: { concernId: string }) => sql<
  { name: string; email: string }[]
>`
  select name, email from concern_reporters where concern_id = ${concernId}::uuid`
