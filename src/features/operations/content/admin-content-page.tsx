import { adminHref } from '#admin-pages.ts'
import { contentFlags } from '#domain/content-flags.ts'
import { longDay } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { AdminTime } from '#ui/admin-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextInput } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { VisuallyHidden } from '#ui/text.tsx'
import { problemOf } from '#wire/form.ts'
import { definePage } from '#wire/page.ts'
import type { adminContent } from './server.ts'

type Data = PageData<typeof adminContent>
type FlagState = Data['flags'][number]
type DateState = NonNullable<FlagState['date']>

export const page = definePage<Data>(AdminContentPage, 'Content')

const wordsOf = (name: FlagState['name']) => contentFlags.find((flag) => flag.name === name)!
const stateOf = ({ isOn }: FlagState) => (isOn ? 'On' : 'Off')

function AdminContentPage({ data: { flags, done, dated } }: { data: Data }) {
  const set = flags.find(({ name }) => name === done)
  const moved = flags.find(({ name }) => name === dated)
  const says = [
    ...(set ? [`${wordsOf(set.name).label}: ${stateOf(set).toLowerCase()}`] : []),
    ...(moved?.date ? [`${wordsOf(moved.name).label}: the date is ${dateWords(moved.date)}`] : []),
  ]
  return (
    <>
      <PageHeading lead="What the public pages show, which forms are open, and when the promoted events take place. Changes apply at once for everyone." />
      {says.map((title) => (
        <Notice key={title} tone="success" live="status" title={title} className="mt-6" />
      ))}
      <ul className="mt-8 border-t border-border">
        {flags.map((flag) => (
          <Switch key={flag.name} flag={flag} />
        ))}
      </ul>
    </>
  )
}

function Switch({ flag }: { flag: FlagState }) {
  const { name, isOn, changedAt, changedBy, date } = flag
  const { label, does, where } = wordsOf(name)
  return (
    <li className="py-5 border-b border-border flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="max-w-prose">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-lg">{label}</h2>
          <Badge tone={isOn ? 'accredited' : 'warning'}>{stateOf(flag)}</Badge>
        </div>
        <p className="mt-1">{does}</p>
        <p className="mt-1 text-sm text-muted">{where}</p>
        {changedAt && (
          <p className="mt-1 text-sm text-muted">
            Switched {isOn ? 'on' : 'off'} <AdminTime at={changedAt} />
            {changedBy && `, by ${changedBy}`}
          </p>
        )}
      </div>
      <PostButton
        action={adminHref('adminContent')}
        fields={{ flag: name, to: isOn ? 'off' : 'on' }}
        label={`Switch ${isOn ? 'off' : 'on'}`}
        of={`: ${label}`}
      />
      {date && <DateForm name={name} label={label} date={date} />}
    </li>
  )
}

function DateForm({ name, label, date }: { name: FlagState['name']; label: string; date: DateState }) {
  const { revision, isPast, changedAt, changedBy } = date
  const posted = usePosted('date')
  const isPosted = posted.typed.page === name
  const problems = isPosted ? posted.problems : []
  const field = (part: 'day' | 'time') => ({
    id: `${name}-${part}`,
    name: part,
    defaultValue: (isPosted ? posted.typed[part] : date[part]) ?? '',
    error: problemOf(problems, part),
  })
  const [day, time] = [field('day'), field('time')]
  return (
    <form
      key={`${revision} ${day.defaultValue} ${time.defaultValue}`}
      method="post"
      action={adminHref('adminContent')}
      noValidate
      className="basis-full flex flex-col gap-4"
    >
      <ErrorSummary
        heading="The date was not changed"
        problems={problems.map((problem) => ({ field: `${name}-${problem.field}`, message: problem.message }))}
      />
      <p>
        Takes place on {dateWords(date)}.{' '}
        {isPast
          ? 'This date has passed. A new date starts a new event without bookings.'
          : 'If you change the date, bookings move to the new date and we email everyone who booked.'}
      </p>
      <input type="hidden" name="intent" value="date" />
      <input type="hidden" name="page" value={name} />
      <input type="hidden" name="revision" value={revision} />
      <div className="flex flex-wrap items-end gap-4">
        <TextInput {...day} type="date" label={<PartLabel label={label}>Date</PartLabel>} />
        {date.time !== null && (
          <TextInput {...time} type="time" label={<PartLabel label={label}>Time in London</PartLabel>} />
        )}
        <Button variant="quiet">
          Save date
          <VisuallyHidden>: {label}</VisuallyHidden>
        </Button>
      </div>
      {changedAt && (
        <p className="text-sm text-muted">
          Date set <AdminTime at={changedAt} />
          {changedBy && `, by ${changedBy}`}
        </p>
      )}
    </form>
  )
}

function PartLabel({ label, children }: { label: string; children: string }) {
  return (
    <>
      {children}
      <VisuallyHidden>: {label}</VisuallyHidden>
    </>
  )
}

function dateWords({ day, time }: Pick<DateState, 'day' | 'time'>): string {
  return time ? `${longDay(day)} at ${time}` : longDay(day)
}
