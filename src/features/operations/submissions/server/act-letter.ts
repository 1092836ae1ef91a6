import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { deskPaths } from '../../../../desk-paths.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { type Action, handler } from '../../../../page-loader.ts'
import { isLetterKind, isLetterState } from '../rules.ts'
import type { LetterData } from '../state.ts'
import { loadLetter } from './load-letter.ts'
import { readLetter, setState } from './queries.ts'

/** Takes a letter's new state. */
export const actLetter: Action<LetterData> = async ({ params, form, visitor, services }) => {
  const admin = await visitor.admin()
  const { kind, id } = params
  const { state } = form
  if (!admin || !isLetterKind(kind) || !isUuid(id) || !isLetterState(state)) return { kind: 'not-found' }
  const [letter] = await readLetter(services.sql, { kind, id })
  if (!letter) return { kind: 'not-found' }
  await services.sql.begin(async (tx) => {
    const [changed] = await setState(tx, { kind, id, state, who: admin.name, now: services.now().toISOString() })
    if (!changed) return
    await recordChange(tx, {
      actor: byPerson(admin),
      subject: { kind: 'letter', id },
      action: 'marked',
      before: { state: changed.before },
      after: { state, kind },
    })
  })
  return { kind: 'redirect', to: deskPaths.letter(kind, id, { done: 'saved' }), status: 303 }
}

export const submission = handler({ load: loadLetter, act: actLetter })
