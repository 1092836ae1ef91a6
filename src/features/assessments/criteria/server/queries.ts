import type { SqlRunner } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import type { Criterion } from '../criterion.ts'
import type { ReasonKind } from '../reason-kinds.ts'

/** `note`: what is new in it. */
export type CriteriaVersion = { version: number; publishedAt: Instant; note: string }
type CriteriaRow = CriteriaVersion & { criteria: Criterion[] }

export const findCriteria = (sql: SqlRunner, { version }: { version: number }) => sql<CriteriaRow[]>`
  select version, published_at as "publishedAt", note, criteria from criteria_versions where version = ${version}::integer`

/** There is always one. */
export const latestCriteria = (sql: SqlRunner) => sql<CriteriaRow[]>`
  select version, published_at as "publishedAt", note, criteria from criteria_versions order by version desc limit 1`

export const listCriteriaVersions = (sql: SqlRunner) => sql<CriteriaVersion[]>`
  select version, published_at as "publishedAt", note from criteria_versions order by version desc`

export const reasonTexts = (sql: SqlRunner, { kind }: { kind: ReasonKind }) => sql<{ id: string; text: string }[]>`
  select id, text from reason_texts where kind = ${kind}::text order by position, id`
