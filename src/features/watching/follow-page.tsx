import type { PageData } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Fields } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import { NarrowPage, TitledSection } from '#ui/layout.tsx'
import { Notice, NotSent } from '#ui/notice.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { definePage } from '#wire/page.ts'
import { follow as words } from './content.ts'
import { followForm } from './form.ts'
import { cadences } from './rules.ts'
import type { follow } from './server.ts'

type Data = PageData<typeof follow>

export const page = definePage<Data>(FollowPage, ({ subject }) => `Follow changes: ${subject.name}`)

function FollowPage({ data }: { data: Data }) {
  const { subject } = data
  const query = Object.fromEntries(new URLSearchParams(data.of))
  return (
    <NarrowPage eyebrow="Public register" lead={words.lead} title="Follow changes">
      <p className="mt-6 text-lg">
        What to follow: <a href={subject.address}>{subject.name}</a>
      </p>
      <TitledSection id="by-email" title="By email" className="mt-8">
        {data.isRequested ? (
          <Notice tone="success" live="status" title="Check your email" className="mt-4" text={words.asked} />
        ) : (
          <FollowForm of={data.of} />
        )}
      </TitledSection>
      <TitledSection id="feeds" title="With a feed reader, a calendar or a program" className="mt-12">
        <p className="mt-2 max-w-prose">{words.feeds}</p>
        <p className="mt-2 flex flex-wrap gap-x-6">
          <a href={filePaths.changesFeed('rss', query)} className="row-link">
            Changes (RSS)
          </a>
          <a href={filePaths.changesFeed('json', query)} className="row-link">
            Changes (JSON Feed)
          </a>
          {subject.calendar && (
            <a href={subject.calendar} className="row-link">
              Dates (calendar)
            </a>
          )}
          <a href={href('webhooks')} className="row-link">
            Webhooks, for programs
          </a>
        </p>
      </TitledSection>
    </NarrowPage>
  )
}

function FollowForm({ of }: { of: string }) {
  const { typed, problems, notice } = usePosted('request')
  const choices = { cadence: Object.entries(cadences).map(([value, choice]) => ({ value, ...choice })) }
  return (
    <form method="post" action={href('follow')} noValidate className="mt-4 flex flex-col gap-6 max-w-form">
      <ErrorSummary problems={problems} />
      <NotSent title="Your request could not be sent" notice={notice} />
      <input type="hidden" name="of" value={of} />
      <Fields of={followForm} without={['of']} choiceFields={ChoiceField} {...{ choices, typed, problems }} />
      <p className="text-sm text-muted">{words.consent}</p>
      <Button className="self-start">Follow</Button>
    </form>
  )
}
