import { handler } from '../../../../requests/page-loader.ts'
import type { PanelListData } from '../state.ts'
import { listVotesWanted } from './queue-queries.ts'

/** The panels that wait for the vote of whoever looks. */
export const panel = handler<PanelListData>({
  load: async ({ visitor, services: { sql, now } }) => {
    const admin = await visitor.admin()
    const votes = await listVotesWanted(sql, { personId: admin!.id })
    return { kind: 'page', data: { votes, madeAt: now().toISOString() } }
  },
})
