import { adminHref } from '#admin-pages.ts'
import { asJson } from '#database/sql.ts'
import { isDay } from '#domain/calendar-day.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { lastMomentOf, londonDay } from '#domain/london-time.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { afterEvent, type RegisterChange } from '#domain/register-status.ts'
import { slugOf } from '#domain/slug.ts'
import { assuredOf } from '#features/register/server/assurance-queries.ts'
import { conflicted, hasConflict } from '#features/register/server/has-conflict.ts'
import { addHistory, setRegisterStatus } from '#features/register/server/queries.ts'
import { command, did, outsideCommand, wrong } from '#page/command.ts'
import { page } from '#page/page.ts'
import { checkPicture } from '#providers/pictures/check-picture.ts'
import { type FieldFailure, failure, isFailure } from '#wire/failure.ts'
import { newNumber, slugEnding } from '../server/publish-entry.ts'
import {
  type EntryField,
  type EntryValues,
  editForm,
  emptyEntry,
  entryFields,
  entryValues,
  featureForm,
  labelOf,
  newForm,
  renewalForm,
  statusForm,
  type TypedEntry,
  typedEntry,
} from './form.ts'
import { columnsOfValues, featureEntry, insertEntry, lockEntry, readEntry } from './queries.ts'
import { actsFor, causeOf, personOf } from './rules.ts'
import { changeStatus, hasChanged, unknownEntry } from './server/change-register-status.ts'

const params = { id: isUuid }

/** Not saved when the entry has changed since the page was made; the form keeps what was typed. */
const save = outsideCommand({
  permission: 'register',
  params,
  form: editForm,
  run: async ({ params: { id }, input, admin, sql, now, write }) => {
    const values = entryValues(input)
    const [before] = await readEntry(sql.raw, { id })
    if (!before) return unknownEntry
    if (await hasConflict(sql, { entryId: id, personId: admin.id })) return conflicted
    const fields = await pictureProblems(values, [before.imageUrl, ...before.images])
    if (fields.length > 0) return failure('invalid', 'Some of the information is not valid.', { fields })
    return await write(async ({ raw: tx }) => {
      const [locked] = await lockEntry(tx, { id })
      if (!locked) return unknownEntry
      if (String(locked.version) !== input.version) return hasChanged
      const changed = changedFields(typedEntry(locked), typedEntry(values))
      if (changed === null) return did()
      await tx`
        update register_entries as e set
          title = v.title, organiser = v.organiser, description = v.description, event_type = v."eventType",
          category = v.category, sector = v.sector, starts_on = v.date, starts_at = v.time, venue = v.venue,
          address = v.address, city = v.city, county = v.county, postcode = v.postcode, country = v.country, price = v.price,
          attendees = v.attendees, capacity = v.capacity, is_pro = v."isPro", image_url = v."imageUrl",
          images = array(select jsonb_array_elements_text(v.images)), website_url = v."websiteUrl",
          ticket_url = v."ticketUrl", landing_page_url = v."landingPageUrl", button_text = v."buttonText",
          partners = array(select jsonb_array_elements_text(v.partners)), updated_at = ${now}::timestamptz
        from jsonb_to_record(${asJson(values)}::jsonb) as v (${columnsOfValues(tx)})
        where e.id = ${id}::uuid`
      // Everybody can read which facts were corrected, but not what they were.
      const names = (Object.keys(changed.after) as EntryField[]).map((field) =>
        field === 'isPro' ? labelOf(field) : labelOf(field).toLowerCase(),
      )
      const change = { change: 'corrected', before: locked.status, after: locked.status } as const
      const reason = `Changed: ${names.join(', ')}.`
      await addHistory(tx, { entryId: id, at: now, ...change, reason, cause: causeOf(admin) })
      return did({ audit: { subject: { kind: 'entry', id }, action: 'edited', ...changed } })
    })
  },
  done: { saved: 'The entry was saved' },
})

const attempts = 20

/** For events without an application, such as a partner's. */
const create = outsideCommand({
  permission: 'register',
  params: { id: (id) => id === 'new' },
  form: newForm,
  run: async ({ input, admin, now, write, services: { brand } }) => {
    const values = entryValues(input)
    const problem = lastDayProblem(input.validUntil, now)
    if (problem) return wrong({ validUntil: problem })
    const fields = await pictureProblems(values, [])
    if (fields.length > 0) return failure('invalid', 'Some of the information is not valid.', { fields })
    const validUntil = input.validUntil ? lastMomentOf(input.validUntil) : null
    return await write(async ({ raw: tx }) => {
      let id = isUuid(input.key) ? input.key : crypto.randomUUID()
      for (let attempt = 0; attempt < attempts; attempt++) {
        const number = newNumber(brand.prefix, londonDay(new Date(now)).slice(0, 4))
        const slug = attempt === 0 ? slugOf(values.title) : `${slugOf(values.title)}-${slugEnding()}`
        const [added] = await insertEntry(tx, { number, slug, values, now, validUntil, id })
        if (added) {
          const change = { at: now, change: 'published', before: null, after: 'active', reason: null } as const
          await addHistory(tx, { entryId: id, ...change, cause: causeOf(admin) })
          const after = { number, slug, title: values.title, validUntil }
          return did({ answer: { id }, audit: { subject: { kind: 'entry', id }, action: 'created', after } })
        }
        const [same] = await readEntry(tx, { id })
        if (same?.validUntil === validUntil && changedFields(typedEntry(same), typedEntry(values)) === null)
          return did({ answer: { id } })
        // Somebody went back to the form and typed another entry.
        if (same) id = crypto.randomUUID()
      }
      throw new Error('No free register number was found.')
    })
  },
  done: { created: 'The entry was published' },
  leadsTo: ({ id }: { id: string }) => adminHref('adminEntry', { id }, { done: 'created' }),
})

function lastDayProblem(day: string, now: Instant): string | null {
  return isDay(day) && day <= londonDay(new Date(now)) ? 'Enter a day in the future' : null
}

/** Pictures that were there before were checked then. */
async function pictureProblems(values: EntryValues, before: (string | null)[]): Promise<FieldFailure[]> {
  const named = [
    ...(values.imageUrl ? [{ field: 'imageUrl', address: values.imageUrl, line: '' }] : []),
    ...values.images.map((address, index) => ({ field: 'images', address, line: `Line ${index + 1}: ` })),
  ].filter(({ address }) => !before.includes(address))
  const checked = await Promise.all(
    named.map(async ({ address, ...where }) => ({ ...where, problem: await checkPicture(address) })),
  )
  return checked.flatMap(({ field, line, problem }) => (problem === null ? [] : [{ field, message: line + problem }]))
}

/** Null when none differ. */
function changedFields(before: TypedEntry, after: TypedEntry) {
  const names = entryFields.filter((name) => before[name] !== after[name])
  if (names.length === 0) return null
  const pick = (from: TypedEntry) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { before: pick(before), after: pick(after) }
}

const decideStatus = command({
  permission: 'register',
  params,
  form: statusForm,
  run: async ({ params: { id }, input, admin, sql, services }) => {
    if (await hasConflict(sql, { entryId: id, personId: admin.id })) return conflicted
    const changed = await changeStatus(sql.raw, services, { id, admin, ...input })
    return isFailure(changed) ? changed : did(changed)
  },
  done: { decided: 'The status was changed' },
})

const setFeatured = command({
  permission: 'register',
  params,
  form: featureForm,
  run: async ({ params: { id }, input: { featured }, admin, sql, now }) => {
    if (await hasConflict(sql, { entryId: id, personId: admin.id })) return conflicted
    const done = featured ? 'featured' : 'unfeatured'
    const [entry] = await lockEntry(sql.raw, { id })
    if (!entry) return unknownEntry
    if (entry.featured === featured) return did({ done })
    await featureEntry(sql.raw, { id, featured, now })
    const { status } = entry
    const change = { at: now, change: 'edited', before: status, after: status, reason: null } as const
    await addHistory(sql.raw, { entryId: id, ...change, cause: causeOf(admin) })
    const audit = { before: { featured: entry.featured }, after: { featured } }
    return did({ done, audit: { subject: { kind: 'entry', id }, action: done, ...audit } })
  },
  done: { featured: 'The entry is featured', unfeatured: 'The entry is no longer featured' },
})

/** For entries without an application: payments renew paid listings, and no date ends a suspension. */
const renew = command({
  permission: 'register',
  params,
  form: renewalForm,
  run: async ({ params: { id }, input: { validUntil: day }, admin, sql, now }) => {
    const problem = lastDayProblem(day, now)
    if (problem) return wrong({ validUntil: problem })
    const [entry] = await lockEntry(sql.raw, { id })
    if (!entry) return unknownEntry
    // What the authority has entered itself is accredited by that.
    const after = afterEvent('renew', entry.status, 'active')
    if (entry.applicationId !== null || !after) return hasChanged
    const validUntil = day ? lastMomentOf(day) : null
    await setRegisterStatus(sql.raw, entry, after, { reason: null, validUntil, at: now, cause: causeOf(admin) })
    return did({
      audit: {
        subject: { kind: 'entry', id },
        action: 'renewed',
        before: { status: entry.status, validUntil: entry.validUntil },
        after: { status: after.to, validUntil },
      },
    })
  },
  done: { renewed: 'The new date was saved' },
})

type HistoryRow = { id: number; happenedAt: Instant; change: RegisterChange; reason: string | null; cause: string }

export const adminEntry = page('adminEntry', {
  commands: { create, save, status: decideStatus, feature: setFeatured, renew },
  load: async ({ params: { id }, sql }) => {
    if (id === 'new') return { kind: 'new' as const, key: crypto.randomUUID(), typed: emptyEntry }
    const [entry] = isUuid(id) ? await readEntry(sql.raw, { id }) : []
    if (!entry) return { kind: 'unknown' as const }
    const history = await sql<HistoryRow[]>`
      select id, happened_at, change, reason, cause from register_history where entry_id = ${id}::uuid order by id desc limit 200`
    const [latest] = history
    const { registerStatus: status } = entry
    return {
      kind: 'found' as const,
      ...pickFields(entry, 'id', 'number', 'slug', 'title', 'statusReason', 'score'),
      ...pickFields(entry, 'validFrom', 'validUntil', 'featured', 'isDemo', 'applicationId', 'version'),
      status,
      assured: assuredOf(entry),
      typed: typedEntry(entry),
      acts: actsFor(status),
      canBeRenewed: entry.applicationId === null && afterEvent('renew', status, 'active') !== null,
      history,
      /** Null for a payment or a job, which may leave no line. */
      lastEditor: latest?.happenedAt === entry.updatedAt ? personOf(latest.cause) : null,
    }
  },
  status: ({ kind }) => (kind === 'unknown' ? 404 : null),
})
