import type { Instant } from '#domain/formats.ts'
import { openCase, statusOfCase } from '#features/applications/case/open-case.ts'
import { page } from '#page/page.ts'

export const caseOrders = page('caseOrders', {
  load: async ({ params: { id }, sql, visitor, now }) => {
    const opened = await openCase(sql, { id, visitor, now })
    if (opened.kind !== 'found') return opened
    const { head } = opened
    if (!head.showsMoney) return { kind: 'decider' as const, head }
    const orders = await sql<{ id: string; type: string; status: string; pence: number; createdAt: Instant }[]>`
      select id, type, status, amount_pence - discount_pence as pence, created_at
      from orders where application_id = ${id}::uuid order by created_at desc, id`
    return { kind: 'found' as const, head, orders }
  },
  status: ({ kind }) => (kind === 'decider' ? 403 : statusOfCase({ kind })),
})
