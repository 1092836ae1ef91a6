import type { SqlRunner } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { pageTags } from '#domain/page-tags.ts'
import { pickFields } from '#domain/pick-fields.ts'
import type { Env } from '#env.ts'
import { page, redirect } from '#page/page.ts'
import { href } from '#pages.ts'
import { type LeafChange, leafChangeNames, readLeaf } from '#wire/leaf.ts'
import { lastPage, readPageNumber } from '#wire/list-pages.ts'
import type { Policy } from '../policy.ts'
import { keyKinds, readNoteText, toBase64, verifierKey } from '../signed-note.ts'
import { policyOf } from '../witnesses/server/policy-of.ts'
import { sha256 } from './node-crypto.ts'
import { countUnnumbered, findPublicKey, findPublished, findWitnessed, listWitnesses } from './queries.ts'

const pageSize = 25

export const log = page('log', {
  tags: [pageTags.registerLog, pageTags.register],
  load: async ({ query, sql, services: { env } }) => {
    const change = leafChangeNames.find((known) => known === query.get('change')) ?? null
    const [year = null] = /^20\d\d$/.exec(query.get('year') ?? '') ?? []
    const chosen = { change, year }
    const current = readPageNumber(query.get('page'))
    // The latest year first. Only revoked and suspended entries are asked whether they were reinstated later.
    const totals = await sql<{ change: LeafChange; year: number; changes: number; reinstated: number }[]>`
      with ended as (
        select change, year, count(*) as entries from log_changes as c
        where change in ('revoked', 'suspended') and exists (
          select from log_changes as later
          where later.entry_id = c.entry_id and later.position > c.position and later.change = 'reinstated'
        )
        group by change, year
      )
      select t.change, t.year, t.changes, coalesce(ended.entries, 0) as reinstated
      from log_totals as t left join ended using (change, year)
      order by t.year desc, t.change`
    const counted = totals
      .filter((row) => (change === null || row.change === change) && (year === null || row.year === Number(year)))
      .reduce((sum, { changes }) => sum + changes, 0)
    const last = Math.max(1, Math.min(lastPage, Math.ceil(counted / pageSize)))
    if (current > last) return redirect(href('log', { ...chosen, page: last > 1 ? last : null }))
    const [[key], [waiting], ended] = await Promise.all([
      findPublicKey(sql.raw, { purpose: 'log' }),
      countUnnumbered(sql.raw),
      sql<{ name: string; endedAt: Instant; endReason: string }[]>`
        select name, ended_at, end_reason from signing_keys where purpose = 'log' and ended_at is not null
        order by ended_at desc`,
    ])
    const [checkpoint] = key ? await findPublished(sql.raw, { origin: key.name }) : []
    const size = checkpoint?.size ?? 0
    const before = (current - 1) * pageSize
    const leaves = await sql<{ leaf: Uint8Array; position: number }[]>`
      select l.leaf, l.position
      from (
        select position from log_changes
        where true ${change === null ? sql`` : sql`and change = ${change}::text`} ${year === null ? sql`` : sql`and year = ${Number(year)}::int`}
        order by position desc limit ${pageSize}::int offset ${before}::int
      ) as chosen join register_leaves as l using (position)
      order by l.position desc`
    return {
      signed:
        key && checkpoint
          ? {
              origin: key.name,
              size,
              root: toBase64(readNoteText(checkpoint.note)?.root ?? new Uint8Array()),
              signedAt: checkpoint.signedAt,
              key: await verifierKey(sha256, key),
            }
          : null,
      witnesses: key ? await statusOfWitnesses(sql.raw, env, key.name) : null,
      waiting: waiting!.count,
      totals,
      chosen,
      pages: { current, last, before },
      recent: leaves.flatMap(({ leaf, position }) => {
        const read = readLeaf(leaf)
        return read ? { index: position, number: read.number, change: read.change, at: read.at } : []
      }),
      ended,
      site: env.publicUrl,
    }
  },
})

export const logWatch = page('logWatch', {
  tags: [pageTags.registerLog],
  load: async ({ sql, services: { env } }) => {
    const [key] = await findPublicKey(sql.raw, { purpose: 'log' })
    return { site: env.publicUrl, key: key ? await verifierKey(sha256, key) : null }
  },
})

const numberPattern = /^[\w-]{1,40}$/

export const logEntry = page('logEntry', {
  load: async ({ params: { number }, sql, services: { proofOf } }) => {
    const [entry] = numberPattern.test(number)
      ? await sql<{ id: string; slug: string; title: string }[]>`
          select id, slug, title from register_entries where number = ${number}::text`
      : []
    const proof = entry && (await proofOf(number))
    if (!entry || !proof) return { kind: 'unknown' as const }
    const { id, ...shown } = entry
    const [[key], leaves] = await Promise.all([
      findPublicKey(sql.raw, { purpose: 'log' }),
      // Unsigned changes have no position.
      sql<{ leaf: Uint8Array; position: number | null }[]>`
        select leaf, position from register_leaves where entry_id = ${id}::uuid order by id desc limit 200`,
    ])
    return {
      kind: 'found' as const,
      number,
      ...shown,
      key: key ? await verifierKey(sha256, key) : null,
      proof,
      changes: leaves.flatMap(({ leaf, position }) => {
        const read = readLeaf(leaf)
        return read ? { index: position, ...pickFields(read, 'change', 'status', 'assurance', 'assuredOn', 'at') } : []
      }),
    }
  },
  status: ({ kind }) => (kind === 'found' ? null : 404),
  headers: ({ kind }) => (kind === 'found' ? {} : { 'x-robots-tag': 'noindex' }),
  tags: (data) => (data.kind === 'found' ? [pageTags.registerEntry(data.slug)] : []),
})

/** Null without witnesses. */
async function statusOfWitnesses(sql: SqlRunner, env: Pick<Env, 'witnesses'>, origin: string) {
  const policy = await policyOf(env)
  if (policy.witnesses.length === 0) return null
  const [rows, [witnessed]] = await Promise.all([listWitnesses(sql, { origin }), findWitnessed(sql, { origin })])
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const witnesses = policy.witnesses.map(async ({ key }) => {
    const row = byKey.get(await verifierKey(sha256, key, keyKinds.cosigner))
    const { size = null, cosignedAt = null, silentSince = null, problem = null } = row ?? {}
    return { name: key.name, size, cosignedAt, silentSince, problem }
  })
  return {
    /** A sentence about the quorum. */
    needed: neededOf(policy),
    /** The newest checkpoint that enough of them have seen. */
    witnessed: witnessed ? { size: witnessed.size, at: witnessed.witnessedAt } : null,
    witnesses: await Promise.all(witnesses),
  }
}

function neededOf({ groups, quorum }: Policy): string {
  const group = groups.find(({ name }) => name === quorum)
  if (group) return `Our policy asks for ${group.threshold} of ${group.members.length}.`
  return quorum === 'none' ? 'Our policy asks for none of them.' : `Our policy asks for ${quorum}.`
}
