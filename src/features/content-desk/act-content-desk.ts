import { byPerson, recordChange } from '../../database/record-change.ts'
import { deskPaths } from '../../desk-paths.ts'
import { contentFlags } from '../../domain/content-flags.ts'
import type { Action } from '../../page-loader.ts'
import { setFlag } from './queries.ts'
import type { ContentDeskData } from './state.ts'

/**
 * Sets one switch to what its button says, not to the opposite of what it is: when two editors press at once, both get what they
 * wanted, and the log has one line.
 */
export const actContentDesk: Action<ContentDeskData> = async ({ form, visitor, services }) => {
  const admin = await visitor.admin()
  const flag = contentFlags.find(({ name }) => name === form.flag)
  if (!admin || !flag || (form.to !== 'on' && form.to !== 'off')) return { kind: 'not-found' }
  const { name } = flag
  const isOn = form.to === 'on'
  await services.sql.begin(async (tx) => {
    const [changed] = await setFlag(tx, name, isOn, admin.id)
    if (!changed) return
    await recordChange(tx, {
      actor: byPerson(admin),
      subject: { kind: 'content', id: name },
      action: isOn ? 'switched-on' : 'switched-off',
      before: { on: !isOn },
      after: { on: isOn },
    })
  })
  return { kind: 'redirect', to: deskPaths.content({ done: name }), status: 303 }
}
