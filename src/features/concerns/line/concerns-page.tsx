import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Fields } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import { HoneypotField } from '#ui/honeypot-field.tsx'
import { NarrowPage } from '#ui/layout.tsx'
import { Notice, NotSent } from '#ui/notice.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { Prose } from '#ui/text.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { caseForm, reporterForm } from './form.ts'
import { callFirst, promisedDays } from './rules.ts'
import type { concerns } from './server.ts'

type Data = PageData<typeof concerns>

const lead =
  'Tell us about a false claim, a copied certificate, or a worry about safety. You do not have to give your name.'

export const page = definePage<Data>(ConcernsPage, {
  title: 'Report a concern',
  description: lead,
  canonical: href('concerns'),
})

function ConcernsPage({ data }: { data: Data }) {
  return (
    <NarrowPage lead={lead}>
      <Notice tone="danger" title="Is someone in danger?" className="mt-6" text={callFirst} />
      <Prose className="mt-6">
        <ul>
          <li>You get a case number and a link straight away. The link shows the status of the case.</li>
          <li>
            Someone in our team will look at your report within {promisedDays} working days, or on the same working day
            if you say that someone is in danger. Reports after 5:30 PM or at the weekend count from the next working
            day.
          </li>
          <li>We never tell the organiser who reported. We publish nothing unless we uphold the concern.</li>
        </ul>
        <p>
          Is it about our own service? <a href={href('complaints')}>Make a complaint</a>.
        </p>
      </Prose>
      <ConcernForm data={data} />
    </NarrowPage>
  )
}

function ConcernForm({ data: { event, about, entry } }: { data: Data }) {
  const { typed, problems, notice } = usePosted('reportConcern')
  const brand = useBrand()
  const hint = entry && `${entry.title}, entry ${entry.number} of the register.`
  const fields = { ...caseForm.fields, event: { ...caseForm.fields.event, ...(hint && { hint }) } }
  return (
    <form method="post" action={href('concerns')} noValidate className="mt-8 flex flex-col gap-6">
      <NotSent title="Your report was not sent" notice={notice} />
      <ErrorSummary problems={problems} />
      <Fields
        of={{ ...caseForm, fields }}
        typed={{ event: entry?.number ?? event, about, ...typed }}
        problems={problems}
        choiceFields={ChoiceField}
      />
      <h2 className="text-xl">About you</h2>
      <p>
        Both are optional. Without an email address we cannot write to you. Save the link on the next page to see the
        status of the case.
      </p>
      <Fields of={reporterForm} typed={typed} problems={problems} />
      <HoneypotField />
      <p className="text-sm text-muted">
        Only a few of our staff can see who reported, and we record each time they look. We delete your data two years
        after the case ends. <a href={href('privacy')}>Privacy</a>
      </p>
      <Button className="self-start">Send report</Button>
      <p>
        If you prefer to talk, call <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a> ({brand.officeHours}).
      </p>
    </form>
  )
}
