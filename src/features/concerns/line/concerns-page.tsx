import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { RadioGroup } from '#ui/choices.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { HoneypotField } from '#ui/honeypot-field.tsx'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Prose } from '#ui/prose.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { problemOf } from '#wire/form.ts'
import { definePage } from '#wire/page.ts'
import { concernLimits, concernSubjects, promisedDays } from './rules.ts'
import type { ConcernsData } from './state.ts'
import { callFirst } from './words.ts'

const lead =
  'Tell us about a false claim, a copied certificate, or a worry about safety. You do not have to give your name.'

export const page = definePage<ConcernsData>({
  Component: ConcernsPage,
  startsWhenUsed: true,
  meta: () => ({ title: 'Report a concern', description: lead, canonical: href('concerns') }),
})

function ConcernsPage({ data }: { data: ConcernsData }) {
  return (
    <Section narrow>
      <PageHeading lead={lead}>Report a concern</PageHeading>
      <Notice tone="danger" title="Is someone in danger?" className="mt-6">
        <p>{callFirst}</p>
      </Notice>
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
    </Section>
  )
}

/** An ordinary post: what was typed comes back with the errors, with a script or without one. */
function ConcernForm({ data: { form, entry } }: { data: ConcernsData }) {
  const { typed, problems, notice } = form
  const brand = useBrand()
  const field = (name: string) => ({ name, error: problemOf(problems, name), defaultValue: typed[name] ?? '' })
  const text = (name: keyof typeof concernLimits) => ({ ...field(name), maxLength: concernLimits[name] })
  return (
    <form method="post" action={href('concerns')} noValidate className="mt-8 flex flex-col gap-6">
      {notice && (
        <Notice tone="danger" live="alert" title="Your report was not sent">
          <p>{notice}</p>
        </Notice>
      )}
      <ErrorSummary problems={problems} />
      <RadioGroup
        {...field('inDanger')}
        label="Is anyone in danger now?"
        inline
        choices={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
      />
      <RadioGroup {...field('about')} label="What is it about?" choices={concernSubjects} />
      <TextInput
        {...text('event')}
        label="Which event or certificate?"
        hint={
          entry ? `${entry.title}, entry ${entry.number} of the register.` : 'The number, if you have it, or the name.'
        }
        required
      />
      <TextInput {...text('place')} label="Where?" hint="A venue, a town, or the address of a web page." optional />
      <TextInput {...text('occurred')} label="When?" hint="For example: last Saturday evening." optional />
      <TextArea
        {...text('happened')}
        label="What happened?"
        hint="Do not give your own name here, and no health or children’s data."
        rows={8}
        required
      />
      <h2 className="text-xl">About you</h2>
      <p>
        Both are optional. Without an email address we cannot write to you. Save the link on the next page to see the
        status of the case.
      </p>
      <TextInput {...text('name')} label="Your name" autoComplete="name" optional />
      <TextInput
        {...text('email')}
        label="Your email address"
        hint="We will email you to confirm that we have your report, and to tell you the result."
        type="email"
        autoComplete="email"
        optional
      />
      <HoneypotField />
      <p className="text-sm text-muted">
        Only a few of our staff can see who reported, and we record each time they look. We delete your data two years
        after the case ends. <a href={href('privacy')}>Privacy</a>
      </p>
      <Button type="submit" className="self-start">
        Send report
      </Button>
      <p>
        If you prefer to talk, call <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a> ({brand.officeHours}).
      </p>
    </form>
  )
}
