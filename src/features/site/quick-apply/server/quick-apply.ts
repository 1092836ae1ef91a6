import { type } from 'arktype'
import type { SqlRunner } from '#database/sql.ts'
import { pageTags } from '#domain/page-tags.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { href } from '#pages.ts'
import { answer, command } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { type FormRequest, keptHandler } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { content } from '../content.ts'
import { emptyDraft, type QuickApplyData, readDraft, readStep, stepBeside } from '../rules.ts'
import { leadSchema, stepProblems } from '../schema.ts'

export const leaveQuickApplyLead = command({
  permission: 'anyone',
  summary: 'Send the details of a company that qualifies',
  description:
    'Every company qualifies, whatever it answers. If the same lead is sent again, it is stored once. Answers are true or false, or yes or no.',
  schema: leadSchema,
  answers: { 201: type({ qualified: 'true' }) },
  failures: {},
  limit: { name: 'quickapply-lead', points: 60, seconds: 600 },
  run: async ({ input, services }) => {
    const { [honeypotName]: honeypot, marketingConsent, ...lead } = input
    // What filled in the hidden field was no person: nothing is stored.
    if (!honeypot)
      await saveLeadRow(services.sql, { ...lead, marketingConsent: marketingConsent ? content.consent : null })
    return answer({ qualified: true }, { status: 201 })
  },
})

const sendLead = formPost(leaveQuickApplyLead, {
  done: () => href('apply'),
  again: (request, { problems, notice }) =>
    show(request, { problems, notice: notice && 'Please try again or contact support.' }),
})

/** The first step, empty: what is typed stays with the person until they send it. Without a script, each step is a post. */
export const quickApply = keptHandler<QuickApplyData>({
  load: async ({ services }) => ({
    kind: 'page',
    data: {
      step: 'company',
      draft: emptyDraft,
      problems: [],
      notice: null,
      ...(await figuresOf(services)),
    },
    tags: [pageTags.contentFlags, pageTags.register],
  }),
  async act(request) {
    const draft = readDraft(request.form)
    const step = readStep(request.form.step)
    const stepTo = async (way: -1 | 1) => ({ ...(await show(request, { step: stepBeside(step, way) })), status: 200 })
    if (request.form.go === 'back') return await stepTo(-1)
    const problems = stepProblems(step, draft)
    if (problems.length > 0) return { ...(await show(request, { problems })), status: 422 }
    return step === 'contact' ? await sendLead(request) : await stepTo(1)
  },
})

/** What the authority claims, and beside it what the register counts. */
async function figuresOf(services: Services): Promise<Pick<QuickApplyData, 'claims' | 'accredited'>> {
  const [claims, [counted]] = await Promise.all([
    readClaims(services, ['quick-apply-figures', 'quick-apply-testimonials']),
    countAccredited(services.sql),
  ])
  return {
    claims: { figures: claims['quick-apply-figures'], testimonials: claims['quick-apply-testimonials'] },
    accredited: counted!.accredited,
  }
}

/** A step without a script: the answers so far travel in hidden fields. */
async function show({ form, services }: FormRequest, more: Partial<QuickApplyData>) {
  const figures = await figuresOf(services)
  const data = { step: readStep(form.step), draft: readDraft(form), problems: [], notice: null, ...figures, ...more }
  return { kind: 'page' as const, data }
}

/**
 * The same answers again only move the time; a consent once given stays.
 * @param input.marketingConsent wording consented to or null
 */
const saveLeadRow = (
  sql: SqlRunner,
  input: {
    companyName: string
    hasTicketedEvents: boolean
    wantsMoreAttendance: boolean
    name: string
    email: string
    phone: string
    marketingConsent: string | null
  },
) => sql<Record<string, never>[]>`
  insert into quick_apply_leads as l
    (company_name, has_ticketed_events, wants_more_attendance, name, email, phone, marketing_consent)
  values (${input.companyName}::text, ${input.hasTicketedEvents}::boolean, ${input.wantsMoreAttendance}::boolean,
    ${input.name}::text, ${input.email}::text, ${input.phone}::text, ${input.marketingConsent}::text)
  on conflict (lower(email), lower(company_name), lower(name), phone, has_ticketed_events, wants_more_attendance)
  do update set last_sent_at = now(), marketing_consent = coalesce(excluded.marketing_consent, l.marketing_consent)`

/** Entries of the register that are accredited now. */
const countAccredited = (sql: SqlRunner) => sql<{ accredited: number }[]>`
  select coalesce(sum(entries), 0)::bigint as accredited from register_totals where scope = 'all' and status = 'active'`
