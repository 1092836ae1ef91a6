import { type Actor, recordChange } from '#database/record-change.ts'
import { accreditAfter, assuranceNames, mayBeAccredited, publishedStatusOf } from '#domain/assurance.ts'
import { afterEvent } from '#domain/register-status.ts'
import type { Services } from '#requests/services.ts'
import { isRefused, lockAssurance } from './assurance-queries.ts'
import { changeAccreditation } from './set-assurance.ts'

const eventFor = { active: 'assure', listed: 'unassure', refused: 'refuse' } as const

type AlignServices = Pick<Services, 'sql' | 'now' | 'brand' | 'env'>

/** After a change of ACCREDIT_AFTER. `takesBack`: accredited entries that were checked too little become listed. */
export async function alignAccreditation(
  services: AlignServices,
  { takesBack, actor }: { takesBack: boolean; actor: Actor | null },
): Promise<{ accredited: number; unaccredited: number }> {
  const after = services.brand.accreditAfter
  const enough = assuranceNames.filter((assurance) => mayBeAccredited(assurance, after))
  const cause = `ACCREDIT_AFTER=${after}`
  const counts = { accredited: 0, unaccredited: 0 }
  const { sql } = services
  // What the authority has entered itself is accredited by that.
  const unaligned = await sql<{ id: string }[]>`
    select id from register_entries as e
    where status = 'listed' and assurance = any(${enough}::text[])
      or status in ('active', 'listed') and ${isRefused(sql)}
      ${takesBack ? sql`or status = 'active' and application_id is not null and assurance <> all(${enough}::text[])` : sql``}
    order by id`
  for (const { id: entryId } of unaligned) {
    await services.sql.begin(async (tx) => {
      const [entry] = await lockAssurance(tx, { entryId })
      const due = publishedStatusOf(entry!, after)
      const step = afterEvent(eventFor[due], entry!.status, due)
      if (!step) return
      await changeAccreditation(tx, { entryId, before: entry!.status, step, cause }, services)
      if (actor) {
        await recordChange(tx, {
          actor,
          subject: { kind: 'entry', id: entryId },
          action: step.change,
          before: { status: entry!.status },
          after: { status: step.to },
        })
      }
      counts[due === 'active' ? 'accredited' : 'unaccredited']++
    })
  }
  return counts
}

/** Run by the clock; it never takes an accreditation back. */
export async function accreditAssured(_: Record<string, never>, services: AlignServices): Promise<void> {
  await alignAccreditation(services, { takesBack: false, actor: null })
}

export function choiceWords(after: keyof typeof accreditAfter): string {
  return `A paid entry is accredited ${accreditAfter[after].when} (ACCREDIT_AFTER=${after}).`
}
