import { type } from 'arktype'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { SqlRunner } from '#database/sql.ts'
import { placeEntry } from '#domain/claim-places.ts'
import { isUuid } from '#domain/is-uuid.ts'
import type { Admin } from '#domain/permissions.ts'
import { answer, formCommand } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { claimSchema } from '../schema.ts'
import { addClaim, changeClaim, lockClaim, removeClaim, type StoredClaim } from './queries.ts'

type Fields = Omit<StoredClaim, 'id' | 'revision'>

const gone = failure('not-found', 'There is no such claim.')
const changed = failure('conflict', 'Someone else has changed it.')

/** Adds a claim to its place, or changes the one that is edited unless somebody else has done so since its form was made. */
export const saveClaim = formCommand({
  permission: 'register',
  schema: claimSchema,
  run: async ({ input: { id, seen, ...claim }, admin, services }) => {
    const by = { changedBy: admin.id, now: services.now().toISOString() }
    return await services.sql.begin(async (tx) => {
      if (!id) {
        const newId = isUuid(seen) ? seen : crypto.randomUUID()
        const [added] = await addClaim(tx, { id: newId, ...claim, ...by })
        if (added) {
          await note(tx, admin, newId, 'added', null, claim)
          return answer('added')
        }
        // The same form sent twice is one claim; another text from the same form is not lost.
        const [first] = await lockClaim(tx, { id: newId })
        return first && Object.keys(differences(first, claim)).length === 0 ? answer('added') : changed
      }
      const [stored] = isUuid(id) ? await lockClaim(tx, { id }) : []
      if (!stored || !placeEntry(stored.place).kinds.includes(claim.kind)) return gone
      const fields = { ...claim, place: stored.place }
      const after = differences(stored, fields)
      // The same form, sent twice, has nothing left to change.
      if (Object.keys(after).length === 0) return answer('saved')
      if (String(stored.revision) !== seen) return changed
      await changeClaim(tx, { id, ...claim, ...by })
      const before = Object.fromEntries(Object.keys(after).map((name) => [name, stored[name as keyof Fields]]))
      await note(tx, admin, id, 'changed', before, after)
      return answer('saved')
    })
  },
})

/** Takes a claim out of the ledger; the audit log keeps what it said. */
export const removeOne = formCommand({
  permission: 'register',
  schema: type({ id: type('string <= 100'), seen: type('string <= 100') }).onUndeclaredKey('delete'),
  run: async ({ input: { id, seen }, admin, services }) =>
    await services.sql.begin(async (tx) => {
      const [stored] = isUuid(id) ? await lockClaim(tx, { id }) : []
      if (!stored) return gone
      const [removed] = await removeClaim(tx, { id, revision: Number(seen) || 0 })
      if (!removed) return changed
      const { id: _, revision: __, ...before } = stored
      await note(tx, admin, id, 'removed', before, null)
      return answer(null)
    }),
})

/** The fields that are not as they are stored, as they are to be; an order that is not given stays. */
function differences(stored: Fields, fields: Fields): Partial<Fields> {
  const names = (Object.keys(fields) as (keyof Fields)[]).filter((name) => name !== 'position' || fields.position > 0)
  return Object.fromEntries(names.filter((name) => stored[name] !== fields[name]).map((name) => [name, fields[name]]))
}

async function note(
  tx: SqlRunner,
  admin: Admin,
  id: string,
  action: string,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): Promise<void> {
  await recordChange(tx, { actor: byPerson(admin), subject: { kind: 'claim', id }, action, before, after })
}
