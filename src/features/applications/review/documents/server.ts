import { adminHref } from '#admin-pages.ts'
import { openCase, statusOfCase } from '#features/applications/case/open-case.ts'
import { page, redirect } from '#page/page.ts'

/** Documents and criteria are judged on the page of the assessment. */
export const caseDocuments = page('caseDocuments', {
  load: async ({ params: { id }, sql, visitor, now }) => {
    const opened = await openCase(sql, { id, visitor, now })
    if (opened.kind !== 'found') return opened
    const { assessmentId } = opened.facts
    if (assessmentId) return redirect(adminHref('assessment', { id: assessmentId }))
    return { kind: 'found' as const, head: opened.head }
  },
  status: statusOfCase,
})
