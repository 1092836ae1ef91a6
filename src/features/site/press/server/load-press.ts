import { pageTags } from '../../../../domain/page-tags.ts'
import type { Loader } from '../../../../page-loader.ts'
import { emptyPress, type PressData } from '../rules.ts'

/** The press page; `?asked=1` is where a form that was posted without a script ends. */
export const loadPress: Loader<PressData> = async ({ query }) => ({
  kind: 'page',
  data: { ...emptyPress, isAsked: query.get('asked') === '1' },
  tags: [pageTags.fixed],
})
