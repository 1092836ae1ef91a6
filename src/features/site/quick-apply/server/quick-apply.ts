import { type } from 'arktype'
import { readContentFlags } from '../../../../database/content-flags.ts'
import { takeRateLimit } from '../../../../database/rate-limit.ts'
import { pageTags } from '../../../../domain/page-tags.ts'
import { type Action, handler, type Loader, type PageAnswer } from '../../../../page-loader.ts'
import { href } from '../../../../pages.ts'
import { fieldFailures } from '../../../../wire/field-failures.ts'
import { emptyDraft, type QuickApplyData, readDraft, readStep, stepBeside } from '../rules.ts'
import { leadSchema, postedProblems } from '../schema.ts'
import { leadLimit } from './lead-limit.ts'
import { saveLead } from './save-lead.ts'

/** The first step, empty: what is typed stays with the person until they send it. */
const loadQuickApply: Loader<QuickApplyData> = async ({ services }) => ({
  kind: 'page',
  data: { step: 'company', draft: emptyDraft, problems: [], notice: null, flags: await readContentFlags(services.sql) },
  tags: [pageTags.contentFlags],
})

/** One step without a script: the answers so far travel in hidden fields, and the last step stores them. */
const actQuickApply: Action<QuickApplyData> = async ({ form, visitor, services }) => {
  const draft = readDraft(form)
  const step = readStep(form.step)
  const flags = await readContentFlags(services.sql)
  const show = (data: Partial<QuickApplyData>, status = 200): PageAnswer<QuickApplyData> => ({
    kind: 'page',
    status,
    data: { step, draft, problems: [], notice: null, flags, ...data },
  })

  if (form.go === 'back') return show({ step: stepBeside(step, -1) })
  const problems = postedProblems(step, draft)
  if (problems.length > 0) return show({ problems }, 422)
  if (step !== 'contact') return show({ step: stepBeside(step, 1) })

  const lead = leadSchema({ ...form, marketingConsent: draft.marketingConsent })
  if (lead instanceof type.errors) return show({ problems: fieldFailures(lead, leadSchema) }, 422)
  const wait = await takeRateLimit(services.sql, leadLimit, visitor.address)
  if (wait !== null) return show({ notice: 'Please try again or contact support.' }, 429)
  await saveLead(services.sql, lead)
  return { kind: 'redirect', to: href('apply'), status: 303 }
}

export const quickApply = handler({ load: loadQuickApply, act: actQuickApply })
