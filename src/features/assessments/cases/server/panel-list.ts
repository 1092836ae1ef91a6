import { handler } from '#requests/page-loader.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import { panelHref, usualVoteSort, voteColumns } from '../panel-view.ts'
import type { PanelListData } from '../state.ts'
import { countVotesWanted, listVotesWanted } from './panel-queries.ts'

const pageSize = 50

/** The panels that wait for the vote of whoever looks. */
export const panel = handler<PanelListData>({
  load: async ({ query, visitor, services: { sql, now } }) => {
    const { id: personId } = (await visitor.admin())!
    const sort = readSort(query.get('sort'), voteColumns, usualVoteSort)
    const page = readPageNumber(query.get('page'))
    const [rows, [counted]] = await Promise.all([
      listVotesWanted(sql, { personId, sort, ...rowsOf(page, pageSize) }),
      countVotesWanted(sql, { personId, limit: countLimit + 1 }),
    ])
    return {
      kind: 'page',
      data: {
        votes: rows.slice(0, pageSize),
        sort,
        pages: listPages({
          page,
          pageSize,
          fetched: rows.length,
          counted: counted!.votes,
          hrefOf: (number) => panelHref(sort, number),
        }),
        madeAt: now().toISOString(),
      },
    }
  },
})
