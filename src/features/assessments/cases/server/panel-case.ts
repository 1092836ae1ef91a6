import { adminHref } from '#admin-pages.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { type Action, type FormRequest, handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import type { FormState } from '#wire/form.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import { type BenchNotice, isNotice } from '../notices.ts'
import { panelHref, usualVoteSort, voteColumns } from '../panel-view.ts'
import { beginningOf } from '../queue.ts'
import { conditionsTyped } from '../rules.ts'
import type { BenchData, PanelListData } from '../state.ts'
import { loadCase } from './load-case.ts'
import { declareInterest } from './look-after.ts'
import { votePanel } from './panel.ts'
import { countVotesWanted, listVotesWanted } from './panel-queries.ts'

/** A case as a member of its panel sees it. */
async function panelPage(
  { params, query, visitor, services }: PageRequest,
  more: { form?: FormState; notice?: string | null } = {},
): Promise<PageAnswer<BenchData> & { kind: 'page' }> {
  const admin = (await visitor.admin())!
  const place = beginningOf('panel')
  const asked = { id: params.id ?? '', admin, place, as: 'panel', withOfficers: query.has('officers') } as const
  const data = await loadCase(services, asked, more)
  return { kind: 'page', data, ...(data.kind === 'found' ? {} : { status: data.kind === 'conflicted' ? 403 : 404 }) }
}

function form(
  command: Parameters<typeof formPost>[0],
  done: BenchNotice,
  input?: (request: FormRequest) => Record<string, unknown>,
): Action<BenchData> {
  return formPost<BenchData, typeof command>(command, {
    ...(input ? { input } : {}),
    done: (_, { params }) => adminHref('panelCase', { id: params.id! }, { done }),
    again: (request, shown) => panelPage(request, { form: shown }),
  })
}

export const panelCase = handler<BenchData>({
  load: async (request) => {
    const said = request.query.get('done')
    return await panelPage(request, { notice: isNotice(said) ? said : null })
  },
  act: formsByIntent(
    {
      interest: form(declareInterest, 'declared'),
      vote: form(votePanel, 'voted', ({ form: typed }) => ({ ...typed, conditions: conditionsTyped(typed) })),
    },
    async (request) => ({ status: 422, ...(await panelPage(request)) }),
  ),
})

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
