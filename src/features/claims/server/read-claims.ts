import type { SqlRunner } from '#database/sql.ts'
import { type ClaimPlace, placeEntry } from '#domain/claim-places.ts'
import { type Claim, type ShownClaim, shownClaims } from '#domain/claims.ts'
import { type ContentFlags, flagsWithout } from '#domain/content-flags.ts'
import { londonDay } from '#domain/london-time.ts'
import type { Env } from '#env.ts'

/**
 * The claims that these places show now: in production only with a proof that is valid today, and none where the admin area has them
 * switched off. A cached page that is made of them carries `pageTags.contentFlags` for the switches; a changed claim drops every page.
 */
export async function readClaims<const Place extends ClaimPlace>(
  { sql, env, now }: { sql: SqlRunner; env: Pick<Env, 'mode'>; now: () => Date },
  places: readonly Place[],
): Promise<Record<Place, ShownClaim[]>> {
  const [flags, claims] = await Promise.all([
    readContentFlags(sql),
    sql<(Claim & { place: ClaimPlace })[]>`
      select place, kind, value, label, quote, name, role, source, proof, owner, valid_from::text as "validFrom",
        valid_until::text as "validUntil"
      from claims
      where place = any(${[...places]}::text[])
      order by place, position, id`,
  ])
  const rule = { mode: env.mode, today: londonDay(now()) }
  const shown = places.map((place) => {
    const { flag, max } = placeEntry(place)
    const here = flag && !flags[flag] ? [] : claims.filter((claim) => claim.place === place)
    return [place, shownClaims(here, rule).slice(0, max)] as const
  })
  return Object.fromEntries(shown) as Record<Place, ShownClaim[]>
}

/** Which switches of the public pages are on now. A cached page that is made of them carries `pageTags.contentFlags`. */
export async function readContentFlags(sql: SqlRunner): Promise<ContentFlags> {
  const off = await sql<{ name: string }[]>`select name from content_flags where not is_on`
  return flagsWithout(off.map(({ name }) => name))
}
