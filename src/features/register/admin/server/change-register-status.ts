import { type } from 'arktype'
import type { Brand } from '#brand.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import { standingOf } from '#domain/assurance.ts'
import { lastMomentOf } from '#domain/london-moments.ts'
import type { Admin } from '#domain/permissions.ts'
import { afterEvent, type Standing } from '#domain/register-status.ts'
import { setRegisterStatus } from '#features/register/server/queries.ts'
import { appealLink } from '#mail/appeal-link.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import { paragraphs } from '#wire/text-schema.ts'
import { causeOf, type RegisterAct, reasonLimit, registerActs } from '../rules.ts'
import { entryParams, lastDaySchema } from '../schema.ts'
import { featureEntry, type LockedEntry, lockEntry, noteChange } from './queries.ts'
import { lastDayProblem, unknownEntry } from './save-entry.ts'
import { statusChangedMail } from './status-changed-mail.ts'

type Deciding = Pick<Services, 'sql' | 'now' | 'brand' | 'env'>
type About = { id: string; admin: Admin }

/**
 * Suspends, reinstates or revokes an entry. The reason is public: it stands on the event's page and in its history. The organiser
 * is told by mail. An entry that is reinstated after its time has run out stands as lapsed; one
 * that was not checked as far as it has to be, as listed, and one whose assessment has refused it, as refused.
 *
 * @param seen how the entry stood when the page was made.
 * @returns `conflict` where the entry no longer stands as it did when the page was made.
 */
export async function changeRegisterStatus(
  services: Deciding,
  { id, admin, act, seen, reason }: About & { act: RegisterAct; seen: string; reason: string },
): Promise<'done' | 'conflict' | 'not-found'> {
  return await services.sql.begin((tx) => changeStatusWithin(tx, services, { id, admin, act, seen, reason }))
}

/** The same in the transaction of what brings it about. @param seen null for whatever status it has. */
export async function changeStatusWithin(
  tx: Transaction,
  services: Omit<Deciding, 'sql'>,
  { id, admin, act, seen, reason }: About & { act: RegisterAct; seen: string | null; reason: string },
): Promise<'done' | 'conflict' | 'not-found'> {
  const [entry] = await lockEntry(tx, { id })
  if (!entry) return 'not-found'
  const after = afterEvent(act, entry.status, standing(entry, services.brand))
  if ((seen !== null && entry.register_status !== seen) || !after) return 'conflict'
  const { to, change } = after
  const at = services.now().toISOString()
  const told = reason.trim()
  await setRegisterStatus(tx, {
    entryId: id,
    status: to,
    reason: told,
    validUntil: entry.valid_until,
    at,
    change,
    before: entry.status,
    cause: causeOf(admin),
  })
  await recordChange(tx, {
    actor: byPerson(admin),
    subject: { kind: 'entry', id },
    action: change,
    before: { status: entry.status, reason: entry.status_reason },
    after: { status: to, reason: told },
  })
  if (entry.email) {
    const isOver = entry.valid_until !== null && Date.parse(entry.valid_until) <= Date.parse(at)
    const organiser = { name: entry.contact_name ?? '', email: entry.email }
    const mail = statusChangedMail(
      organiser,
      {
        number: entry.number,
        title: entry.title,
        act: act !== 'reinstate' ? act : isOver ? 'lifted' : to === 'listed' || to === 'refused' ? to : act,
        reason: told,
        link: href('event', { slug: entry.slug }),
        appeal: entry.application_id && appealLink({ appId: entry.application_id, email: entry.email }, services.env),
      },
      services.brand,
    )
    await queueMail(tx, mail, services)
  }
  return 'done'
}

/** How an entry comes to stand. What the authority has entered itself is accredited by that. */
function standing(entry: LockedEntry, { accreditAfter }: Brand): Standing {
  return entry.application_id === null ? 'active' : standingOf(entry, accreditAfter)
}

const movedOn = failure('conflict', 'The entry has changed since you opened it.')
const acts = Object.keys(registerActs) as RegisterAct[]

export const decideStatus = formCommand({
  permission: 'register',
  params: entryParams,
  schema: type({
    act: type.enumerated(...acts),
    seen: 'string = ""',
    reason: paragraphs(reasonLimit, 'Enter the reason. Everyone will be able to read it'),
  }),
  run: async ({ params: { id }, input, admin, services }) => {
    const outcome = await changeRegisterStatus(services, { id, admin, ...input })
    return outcome === 'done' ? answer({ id }) : outcome === 'conflict' ? movedOn : unknownEntry
  },
})

/** Puts an entry among the featured ones, or takes it from there. */
export const setFeatured = formCommand({
  permission: 'register',
  params: entryParams,
  schema: type({ featured: 'boolean' }),
  run: async ({ params: { id }, input: { featured }, admin, services: { sql, now } }) =>
    await sql.begin(async (tx) => {
      const [entry] = await lockEntry(tx, { id })
      if (!entry) return unknownEntry
      if (entry.featured === featured) return answer({ id, featured })
      const at = now().toISOString()
      await featureEntry(tx, { id, featured, now: at })
      await noteChange(tx, {
        id,
        at,
        change: 'edited',
        before: entry.status,
        after: entry.status,
        reason: null,
        cause: causeOf(admin),
      })
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: { kind: 'entry', id },
        action: featured ? 'featured' : 'unfeatured',
        before: { featured: entry.featured },
        after: { featured },
      })
      return answer({ id, featured })
    }),
})

/**
 * Gives an entry that the admin area has entered itself a new last day; a lapsed one stands again. What stands by a paid listing is
 * renewed by its payments alone, and no date lifts a suspension.
 */
export const renewEntry = formCommand({
  permission: 'register',
  params: entryParams,
  schema: type({ validUntil: lastDaySchema }),
  run: async ({ params: { id }, input: { validUntil: day }, admin, services: { sql, now } }) => {
    const message = lastDayProblem(day, now())
    if (message) return failure('invalid', message, { fields: [{ field: 'validUntil', message }] })
    return await sql.begin(async (tx) => {
      const [entry] = await lockEntry(tx, { id })
      if (!entry) return unknownEntry
      // What the authority has entered itself is accredited by that.
      const after = afterEvent('renew', entry.status, 'active')
      if (entry.application_id !== null || !after) return movedOn
      const at = now().toISOString()
      const until = day ? lastMomentOf(day) : null
      await setRegisterStatus(tx, {
        entryId: id,
        status: after.to,
        reason: null,
        validUntil: until,
        at,
        change: after.change,
        before: entry.status,
        cause: causeOf(admin),
      })
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: { kind: 'entry', id },
        action: 'renewed',
        before: { status: entry.status, validUntil: entry.valid_until },
        after: { status: after.to, validUntil: until },
      })
      return answer({ id })
    })
  },
})
