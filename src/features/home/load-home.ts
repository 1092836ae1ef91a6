import { pageTags } from '../../domain/page-tags.ts'
import type { Loader } from '../../page-loader.ts'

export const loadHome: Loader<null> = async () => ({ kind: 'page', data: null, tags: [pageTags.fixed] })
