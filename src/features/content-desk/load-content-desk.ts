import { contentFlags } from '../../domain/content-flags.ts'
import type { Loader } from '../../page-loader.ts'
import { listFlags } from './queries.ts'
import type { ContentDeskData } from './state.ts'

/** Feeds the desk's page of the switches of the public pages. */
export const loadContentDesk: Loader<ContentDeskData> = async ({ query, services }) => {
  const rows = await listFlags(services.sql)
  const flags = contentFlags.map(({ name }) => {
    const { isOn = true, changedAt = null, changedBy = null } = rows.find((row) => row.name === name) ?? {}
    return { name, isOn, changedAt, changedBy }
  })
  const done = contentFlags.find(({ name }) => name === query.get('done'))?.name ?? null
  return { kind: 'page', data: { flags, done } }
}
