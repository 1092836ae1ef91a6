import { readContentFlags } from '../../../../database/content-flags.ts'
import { pageTags } from '../../../../domain/page-tags.ts'
import type { Loader } from '../../../../page-loader.ts'
import { emptyDraft, type QuickApplyData } from '../rules.ts'

/** The first step, empty: what is typed stays with the person until they send it. */
export const loadQuickApply: Loader<QuickApplyData> = async ({ services }) => ({
  kind: 'page',
  data: { step: 'company', draft: emptyDraft, problems: [], notice: null, flags: await readContentFlags(services.sql) },
  tags: [pageTags.contentFlags],
})
