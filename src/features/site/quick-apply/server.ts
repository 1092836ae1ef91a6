import { type } from 'arktype'
import { pageTags } from '#domain/page-tags.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { command, did } from '#page/command.ts'
import { page } from '#page/page.ts'
import { href } from '#pages.ts'
import { consent, readDraft, readStep, stepBeside } from './rules.ts'
import { leadSchema, stepSchemas } from './schema.ts'

export const leaveQuickApplyLead = command({
  permission: 'anyone',
  schema: leadSchema,
  limit: { name: 'quickapply-lead', points: 60, seconds: 600 },
  api: {
    summary: 'Send the details of a company that qualifies',
    description:
      'Every company qualifies, whatever it answers. If the same lead is sent again, it is stored once. Answers are true or false, or yes or no.',
    answers: { 201: type({ qualified: 'true' }) },
    failures: {},
  },
  run: async ({ input, sql }) => {
    const { companyName, hasTicketedEvents, wantsMoreAttendance, name, email, phone, marketingConsent } = input
    // The same answers again only move the time; a consent once given stays.
    await sql`
      insert into quick_apply_leads as l
        (company_name, has_ticketed_events, wants_more_attendance, name, email, phone, marketing_consent)
      values (${companyName}::text, ${hasTicketedEvents}::boolean, ${wantsMoreAttendance}::boolean,
        ${name}::text, ${email}::text, ${phone}::text, ${marketingConsent ? consent : null}::text)
      on conflict (lower(email), lower(company_name), lower(name), phone, has_ticketed_events, wants_more_attendance)
      do update set last_sent_at = now(), marketing_consent = coalesce(excluded.marketing_consent, l.marketing_consent)`
    return did({ answer: { qualified: true }, status: 201 })
  },
  leadsTo: () => href('apply'),
})

const step = { permission: 'anyone', leadsTo: () => null } as const
const onwards = { ...step, run: async () => did({ answer: 1 as const }) }
const back = command({ ...step, run: async () => did({ answer: -1 as const }) })
const company = command({ ...onwards, schema: stepSchemas.company })
const questions = command({ ...onwards, schema: stepSchemas.questions })

/** Without a script each step is a post, and the answers so far travel in hidden fields. */
export const quickApply = page('quickApply', {
  commands: { company, questions, contact: leaveQuickApplyLead, back },
  intentOf: ({ go, step }) => (go === 'back' ? 'back' : readStep(step)),
  tags: [pageTags.contentFlags, pageTags.register],
  load: async ({ sql, services, typed, answers }) => {
    const [claims, [counted]] = await Promise.all([
      readClaims(services, ['quick-apply-figures', 'quick-apply-testimonials']),
      sql<{ accredited: number }[]>`
        select coalesce(sum(entries), 0)::bigint as accredited from register_totals
        where scope = 'all' and status = 'active'`,
    ])
    const way = answers.back ?? answers.company ?? answers.questions
    const step = readStep(typed.step)
    return {
      step: way ? stepBeside(step, way) : step,
      draft: readDraft(typed),
      claims: { figures: claims['quick-apply-figures'], testimonials: claims['quick-apply-testimonials'] },
      accredited: counted!.accredited,
    }
  },
})
