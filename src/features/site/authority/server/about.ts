import { pageTags } from '#domain/page-tags.ts'
import { readCriteria } from '#features/assessments/criteria/server/read-criteria.ts'
import type { PublishedCriteria } from '#features/assessments/criteria/standards.tsx'
import { keptHandler } from '#requests/page-loader.ts'

/** About the authority, with the criteria: the latest version, or the one that the address names. */
export const about = keptHandler<PublishedCriteria>({
  load: async ({ query, services }) => {
    const asked = query.get('criteria') ?? ''
    const criteria = await readCriteria(services.sql, /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null)
    return criteria ? { kind: 'page', data: criteria, tags: [pageTags.criteria] } : { kind: 'not-found' }
  },
})
