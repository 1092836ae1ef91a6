import { type } from 'arktype'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { isDay } from '../../../../domain/calendar-day.ts'
import { lastMomentOf } from '../../../../domain/london-moments.ts'
import { londonDay } from '../../../../domain/london-time.ts'
import type { Admin } from '../../../../domain/permissions.ts'
import { checkPicture, type PictureRoad } from '../../../../providers/pictures/check-picture.ts'
import type { Services } from '../../../../requests/services.ts'
import type { FieldFailure } from '../../../../wire/failure.ts'
import { fieldFailures } from '../../../../wire/field-failures.ts'
import { newNumber, slugEnding, slugOf } from '../../server/numbers.ts'
import { causeOf, type EntryField, fieldLabels, type TypedEntry, typedEntry } from '../rules.ts'
import { type EntryValues, entrySchema } from '../schema.ts'
import { insertEntry, lockEntry, noteChange, readEntry, updateEntry } from './queries.ts'

export type Saved =
  | { kind: 'saved'; id: string }
  | { kind: 'invalid'; problems: FieldFailure[] }
  /** Somebody else has changed the entry since this page was made. */
  | { kind: 'conflict' }
  | { kind: 'not-found' }

type Saving = Pick<Services, 'sql' | 'now' | 'brand'> & { pictures?: PictureRoad }

/**
 * Saves what an editor has typed, unless the entry has changed since their page was made. Nothing typed is lost either way: the
 * form comes back with it.
 *
 * @param version the entry's when the page was made.
 */
export async function editEntry(
  services: Saving,
  { id, version, typed, admin }: { id: string; version: number; typed: TypedEntry; admin: Admin },
): Promise<Saved> {
  const values = entrySchema(typed)
  if (values instanceof type.errors) return { kind: 'invalid', problems: fieldFailures(values) }
  const [before] = await readEntry(services.sql, { id })
  if (!before) return { kind: 'not-found' }
  const problems = await pictureProblems(values, [before.imageUrl, ...before.images], services.pictures)
  if (problems.length > 0) return { kind: 'invalid', problems }
  return await services.sql.begin(async (tx) => {
    const [locked] = await lockEntry(tx, { id })
    if (!locked) return { kind: 'not-found' }
    if (locked.version !== version) return { kind: 'conflict' }
    const [stored] = await readEntry(tx, { id })
    const changed = changedFields(typedEntry(stored!), typedEntry(values))
    if (changed === null) return { kind: 'saved', id }
    const at = services.now().toISOString()
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
    return { kind: 'saved', id }
  })
}

/** A number or slug that is taken is tried anew. */
const attempts = 20

/**
 * Enters an event that nobody has applied for by the form, such as one of a partner. It stands until the end of a day, or without
 * an end.
 *
 * @param id of the form that it was typed into, and of the entry: the same form sent again is the same entry.
 * @param validUntil the last day as it was typed, YYYY-MM-DD in London; empty for none.
 */
export async function createEntry(
  services: Saving,
  { id: wantedId, typed, validUntil, admin }: { id: string; typed: TypedEntry; validUntil: string; admin: Admin },
): Promise<Saved> {
  const values = entrySchema(typed)
  const now = services.now()
  const problems = values instanceof type.errors ? fieldFailures(values) : []
  const lastDay = lastDayProblem(validUntil, now)
  if (lastDay) problems.push({ field: 'validUntil', message: lastDay })
  if (values instanceof type.errors || problems.length > 0) return { kind: 'invalid', problems }
  const wrongPictures = await pictureProblems(values, [], services.pictures)
  if (wrongPictures.length > 0) return { kind: 'invalid', problems: wrongPictures }
  const at = now.toISOString()
  const until = validUntil ? lastMomentOf(validUntil) : null
  return await services.sql.begin(async (tx) => {
    let id = wantedId
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
          return { kind: 'saved', id }
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
      return { kind: 'saved', id: added.id }
    }
    throw new Error('No free register number was found.')
  })
}

/** What is wrong with a last day of validity. */
export function lastDayProblem(day: string, now: Date): string | null {
  if (day === '') return null
  if (!isDay(day)) return 'Give the day as YYYY-MM-DD'
  return day <= londonDay(now) ? 'Enter a day in the future' : null
}

/** Pictures that were there before were looked at then. */
async function pictureProblems(
  values: EntryValues,
  before: (string | null)[],
  road: PictureRoad | undefined,
): Promise<FieldFailure[]> {
  const named = [
    ...(values.imageUrl ? [{ field: 'imageUrl', address: values.imageUrl, line: null }] : []),
    ...values.images.map((address, index) => ({ field: 'images', address, line: index + 1 })),
  ].filter(({ address }) => !before.includes(address))
  const checked = await Promise.all(
    named.map(async ({ field, address, line }) => {
      const problem = await checkPicture(address, road)
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
