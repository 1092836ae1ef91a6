import { type Actor, recordChange } from '#database/record-change.ts'
import { accreditAfter, assuranceNames, mayBeAccredited, standingOf } from '#domain/assurance.ts'
import { afterEvent } from '#domain/register-status.ts'
import type { Services } from '#requests/services.ts'
import { listUnaligned, lockAssurance } from './assurance-queries.ts'
import { changeAccreditation } from './change-accreditation.ts'

const eventFor = { active: 'assure', listed: 'unassure', refused: 'refuse' } as const

type Needed = Pick<Services, 'sql' | 'now' | 'brand' | 'env'>

/** After a change of ACCREDIT_AFTER. With `takesBack`, accredited entries that were checked too little become listed. A refusal stays. */
export async function alignAccreditation(
  services: Needed,
  { takesBack, actor }: { takesBack: boolean; actor: Actor | null },
): Promise<{ accredited: number; unaccredited: number }> {
  const after = services.brand.accreditAfter
  const enough = assuranceNames.filter((assurance) => mayBeAccredited(assurance, after))
  const cause = `ACCREDIT_AFTER=${after}`
  const counts = { accredited: 0, unaccredited: 0 }
  for (const { id: entryId } of await listUnaligned(services.sql, { enough, takesBack })) {
    await services.sql.begin(async (tx) => {
      const [entry] = await lockAssurance(tx, { entryId })
      const standing = standingOf(entry!, after)
      const step = afterEvent(eventFor[standing], entry!.status, standing)
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
      counts[standing === 'active' ? 'accredited' : 'unaccredited']++
    })
  }
  return counts
}

/** By the clock. What was given is not taken back. */
export async function accreditAssured(_: Record<string, never>, services: Needed): Promise<void> {
  await alignAccreditation(services, { takesBack: false, actor: null })
}

export function choiceWords(after: keyof typeof accreditAfter): string {
  return `A paid entry is accredited ${accreditAfter[after].when} (ACCREDIT_AFTER=${after}).`
}
