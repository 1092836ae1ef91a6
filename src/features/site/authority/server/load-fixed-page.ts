import { pageTags } from '../../../../domain/page-tags.ts'
import { handler, type Loader } from '../../../../page-loader.ts'

/** Feeds a page that is made of nothing but its content file. */
export const loadFixedPage: Loader<null> = async () => ({ kind: 'page', data: null, tags: [pageTags.fixed] })

export const about = handler({ load: loadFixedPage })
export const awards = about
export const privacy = about
export const cookies = about
