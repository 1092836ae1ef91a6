import type { SqlRunner } from '#database/sql.ts'
import { compareCriteria } from '../compare-criteria.ts'
import type { CriteriaVersion, PublishedCriteria } from '../standards.tsx'
import { type CriteriaRow, findCriteria, listCriteriaVersions } from './queries.ts'

/**
 * The criteria as the public reads them.
 * @param version the one that is asked for; null for the latest.
 * @returns null where there is no such version.
 */
export async function readCriteria(sql: SqlRunner, version: number | null): Promise<PublishedCriteria | null> {
  const versions = await listCriteriaVersions(sql)
  const shown = version ?? versions[0]?.version
  const at = versions.findIndex((row) => row.version === shown)
  const [row, earlier] = [versions[at], versions[at + 1]]
  if (!row) return null
  const [[found], [before]] = await Promise.all([
    findCriteria(sql, { version: row.version }),
    earlier ? findCriteria(sql, { version: earlier.version }) : [],
  ])
  const { criteria } = found!
  return {
    ...versionOf(row),
    criteria,
    differences: before ? compareCriteria(before.criteria, criteria) : [],
    versions: versions.map(versionOf),
  }
}

/** A row as it is shown and given out. */
export function versionOf({
  version,
  published_at: publishedAt,
  note,
}: Omit<CriteriaRow, 'criteria'>): CriteriaVersion {
  return { version, publishedAt, note }
}
