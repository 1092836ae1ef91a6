import type { SqlRunner } from '#database/sql.ts'
import type { Criterion } from '../criterion.ts'
import type { ReasonKind } from '../reason-kinds.ts'

/** A published version of the catalogue of criteria. */
export type CriteriaRow = {
  version: number
  criteria: Criterion[]
  /** What is new in it. */
  note: string
  /** ISO 8601 in UTC. */
  published_at: string
}

/** One version of the criteria; no row where there is none of that number. */
export const findCriteria = (sql: SqlRunner, { version }: { version: number }) => sql<CriteriaRow[]>`
  select version, criteria, note, published_at from criteria_versions where version = ${version}::integer`

/** The version that new assessments begin with: always one row. */
export const latestCriteria = (sql: SqlRunner) => sql<CriteriaRow[]>`
  select version, criteria, note, published_at from criteria_versions order by version desc limit 1`

/** Every version without its criteria, the newest first. */
export const listCriteriaVersions = (sql: SqlRunner) => sql<Omit<CriteriaRow, 'criteria'>[]>`
  select version, note, published_at from criteria_versions order by version desc`

type ReasonText = { id: string; text: string }

/** The texts that assessors choose from for one kind of reason, in their order. */
export const reasonTexts = (sql: SqlRunner, { kind }: { kind: ReasonKind }) => sql<ReasonText[]>`
  select id, text from reason_texts where kind = ${kind}::text order by position, id`
