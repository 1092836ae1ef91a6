import { type } from 'arktype'
import { byPerson, recordChange } from '#database/record-change.ts'
import { isDay } from '#domain/calendar-day.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { lastMomentOf } from '#domain/london-moments.ts'
import { londonDay } from '#domain/london-time.ts'
import { slugOf } from '#domain/slug.ts'
import { newNumber, slugEnding } from '#features/register/server/numbers.ts'
import { checkPicture } from '#providers/pictures/check-picture.ts'
import { answer, formCommand } from '#requests/command.ts'
import { type FieldFailure, failure } from '#wire/failure.ts'
import { fieldFailures } from '#wire/field-failures.ts'
import { causeOf, type EntryField, fieldLabels, type TypedEntry, typedEntry } from '../rules.ts'
import { type EntryValues, entryParams, entrySchema, lastDaySchema, typedSchema } from '../schema.ts'
import { insertEntry, lockEntry, noteChange, readEntry, updateEntry } from './queries.ts'

export const unknownEntry = failure('not-found', 'There is no such entry.')

/**
 * Saves what an editor has typed, unless the entry has changed since their page was made (`version` is the entry's then). Nothing typed is
 * lost either way: the form comes back with it.
 */
export const editEntry = formCommand({
  permission: 'register',
  params: entryParams,
  schema: typedSchema.and({ version: 'number.integer = 0' }),
  run: async ({ params: { id }, input: { version, ...typed }, admin, services: { sql, now } }) => {
    const values = entrySchema(typed)
    if (values instanceof type.errors) return invalid(fieldFailures(values))
    const [before] = await readEntry(sql, { id })
    if (!before) return unknownEntry
    const problems = await pictureProblems(values, [before.imageUrl, ...before.images])
    if (problems.length > 0) return invalid(problems)
    return await sql.begin(async (tx) => {
      const [locked] = await lockEntry(tx, { id })
      if (!locked) return unknownEntry
      if (locked.version !== version) return failure('conflict', 'The entry has changed since you opened it.')
      const [stored] = await readEntry(tx, { id })
      const changed = changedFields(typedEntry(stored!), typedEntry(values))
      if (changed === null) return answer({ id })
      const at = now().toISOString()
      await updateEntry(tx, { id, values, now: at })
      await noteChange(tx, {
        id,
        at,
        change: 'corrected',
        before: locked.status,
        after: locked.status,
        reason: correctedWords(Object.keys(changed.after) as EntryField[]),
        cause: causeOf(admin),
      })
      await recordChange(tx, { actor: byPerson(admin), subject: { kind: 'entry', id }, action: 'edited', ...changed })
      return answer({ id })
    })
  },
})

/** A number or slug that is taken is tried anew. */
const attempts = 20

/**
 * Enters an event that nobody has applied for by the form, such as one of a partner. It stands until the end of a day, or without
 * an end. The `key` of the form is the entry's id: the same form sent again is the same entry.
 */
export const createEntry = formCommand({
  permission: 'register',
  schema: typedSchema.and({ key: 'string = ""', validUntil: lastDaySchema }),
  run: async ({ input: { key, validUntil, ...typed }, admin, services }) => {
    const values = entrySchema(typed)
    const now = services.now()
    const problems = values instanceof type.errors ? fieldFailures(values) : []
    const problem = lastDayProblem(validUntil, now)
    if (problem) problems.push({ field: 'validUntil', message: problem })
    if (values instanceof type.errors || problems.length > 0) return invalid(problems)
    const wrongPictures = await pictureProblems(values, [])
    if (wrongPictures.length > 0) return invalid(wrongPictures)
    const at = now.toISOString()
    const until = validUntil ? lastMomentOf(validUntil) : null
    return await services.sql.begin(async (tx) => {
      let id = isUuid(key) ? key : crypto.randomUUID()
      for (let attempt = 0; attempt < attempts; attempt++) {
        const number = newNumber(services.brand.prefix, londonDay(now).slice(0, 4))
        const slug = attempt === 0 ? slugOf(values.title) : `${slugOf(values.title)}-${slugEnding()}`
        const [added] = await insertEntry(tx, { number, slug, values, now: at, validUntil: until, id })
        if (!added) {
          const [same] = await readEntry(tx, { id })
          if (
            same &&
            isSameMoment(same.valid_until, until) &&
            changedFields(typedEntry(same), typedEntry(values)) === null
          )
            return answer({ id })
          // Somebody has gone back to the form and typed another entry.
          if (same) id = crypto.randomUUID()
          continue
        }
        await noteChange(tx, {
          id: added.id,
          at,
          change: 'published',
          before: null,
          after: 'active',
          reason: null,
          cause: causeOf(admin),
        })
        const after = { number, slug, title: values.title, validUntil: until }
        const subject = { kind: 'entry', id: added.id }
        await recordChange(tx, { actor: byPerson(admin), subject, action: 'created', after })
        return answer({ id: added.id })
      }
      throw new Error('No free register number was found.')
    })
  },
})

function invalid(fields: FieldFailure[]) {
  return failure('invalid', 'Some of the information is not valid.', { fields })
}

/** What is wrong with a last day of validity. */
export function lastDayProblem(day: string, now: Date): string | null {
  if (day === '') return null
  if (!isDay(day)) return 'Give the day as YYYY-MM-DD'
  return day <= londonDay(now) ? 'Enter a day in the future' : null
}

/** Pictures that were there before were looked at then. */
async function pictureProblems(values: EntryValues, before: (string | null)[]): Promise<FieldFailure[]> {
  const named = [
    ...(values.imageUrl ? [{ field: 'imageUrl', address: values.imageUrl, line: null }] : []),
    ...values.images.map((address, index) => ({ field: 'images', address, line: index + 1 })),
  ].filter(({ address }) => !before.includes(address))
  const checked = await Promise.all(
    named.map(async ({ field, address, line }) => {
      const problem = await checkPicture(address)
      return problem === null ? null : { field, message: line === null ? problem : `Line ${line}: ${problem}` }
    }),
  )
  return checked.filter((problem) => problem !== null)
}

/** What everybody reads of a correction: which facts it changed, and not what stood there before. */
function correctedWords(fields: EntryField[]): string {
  return `Changed: ${fields.map((field) => (field === 'isPro' ? fieldLabels[field] : fieldLabels[field].toLowerCase())).join(', ')}.`
}

/** The fields that differ, as they were and as they are; null for none. */
function changedFields(before: TypedEntry, after: TypedEntry) {
  const names = (Object.keys(after) as (keyof TypedEntry)[]).filter((name) => before[name] !== after[name])
  if (names.length === 0) return null
  const pick = (from: TypedEntry) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { before: pick(before), after: pick(after) }
}

function isSameMoment(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : Date.parse(one) === Date.parse(other)
}
