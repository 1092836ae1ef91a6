import { openCase, statusOfCase } from '#features/applications/case/open-case.ts'
import { page } from '#page/page.ts'

export const caseMails = page('caseMails', {
  load: async ({ params: { id }, sql, visitor, now }) => {
    const opened = await openCase(sql, { id, visitor, now })
    if (opened.kind !== 'found') return opened
    return { kind: 'found' as const, head: opened.head }
  },
  status: statusOfCase,
})
