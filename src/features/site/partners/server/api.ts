import { apiPatterns } from '../../../../api-paths.ts'
import { pageTags } from '../../../../domain/page-tags.ts'
import { answer, type Endpoint, endpoint } from '../../../../endpoint.ts'
import { partnersAnswer } from '../schema.ts'
import { listActivePartners } from './queries.ts'

/**
 * Only active partners are answered. A client that keeps the active ones and sorts them gets the same list, and an organisation
 * whose partnership has ended, or is not announced yet, is not published by the back door.
 */
export const partnerEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: apiPatterns.partners,
    id: 'listPartners',
    permission: 'anyone',
    summary: 'Active partners',
    description: 'By ascending priority. Partners that are not active are not answered.',
    answers: { 200: partnersAnswer },
    headers: ['X-Total-Count', 'ETag'],
    failures: {},
    handle: async ({ services }) => {
      const partners = await listActivePartners(services.sql)
      return answer(
        partners.map(({ isDemo: _, ...partner }) => partner),
        { tags: [pageTags.partners], headers: { 'x-total-count': String(partners.length) } },
      )
    },
  }),
]
