import { pageTags } from '../../../../domain/page-tags.ts'
import { answer, read } from '../../../../requests/command.ts'
import { partnersAnswer } from '../schema.ts'
import { listActivePartners } from './queries.ts'

/**
 * Only active partners are answered. A client that keeps the active ones and sorts them gets the same list, and an organisation
 * whose partnership has ended, or is not announced yet, is not published by the back door.
 */
export const listPartners = read({
  permission: 'anyone',
  summary: 'Active partners',
  description: 'In order of priority, lowest number first. Only active partners.',
  answers: { 200: partnersAnswer },
  headers: ['X-Total-Count', 'ETag'],
  failures: {},
  run: async ({ services }) => {
    const partners = await listActivePartners(services.sql)
    return answer(
      partners.map(({ isDemo: _, ...partner }) => partner),
      { tags: [pageTags.partners], headers: { 'x-total-count': String(partners.length) } },
    )
  },
})
