import { adminHref } from '#admin-pages.ts'
import { figure } from '#domain/figures.ts'
import { Bars, Lines, PeriodRow, Picture } from '#features/operations/overview/charts.tsx'
import { dayWords, durationWords } from '#features/operations/overview/rules.ts'
import { type WorkName, workKind, workWords } from '#features/operations/overview/work.ts'
import type { PageData } from '#page/page.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { Table } from '#ui/table.tsx'
import { definePage } from '#wire/page.ts'
import type { charts } from './server.ts'

type Data = PageData<typeof charts>

export const page = definePage<Data>(ChartsPage, 'Charts')

function ChartsPage({ data }: { data: Data }) {
  return (
    <>
      <PageHeading lead="How long decisions take, what is waiting and how long, and which criteria fail." />
      <Waiting data={data} />
      <PeriodRow label="Period of the charts below" href={adminHref('charts')} period={data.period} usual={90} />
      <div className="mt-8 grid gap-12 xl:grid-cols-2 items-start">
        <Times id="review-times" title="Time to an eligibility decision" of="application" times={data.review} />
        <Times id="assessment-times" title="Time to the end of an assessment" of="assessment" times={data.assessment} />
        <Verdicts data={data} />
      </div>
    </>
  )
}

function Times({
  id,
  title,
  of,
  times: { weeks, whole },
}: {
  id: string
  title: string
  of: string
  times: Data['review']
}) {
  const { decisions, medianHours: median, ninthHours: ninth } = whole
  const summary =
    median === null || ninth === null
      ? `No ${of} was decided by a person in this period.`
      : decisions === 1
        ? `The one ${of} that people decided took ${durationWords(median)}.`
        : `Half of the ${figure(decisions)} ${of}s that people decided took ${durationWords(median)} or less, nine in ten ${durationWords(ninth)} or less.`
  const words = (hours: number | null) => (hours === null ? 'None' : durationWords(hours))
  return (
    <Picture
      id={id}
      title={title}
      lead={summary}
      table={{
        columns: ['Week from', 'Decisions', 'Half took at most', 'Nine in ten took at most'],
        rows: weeks.map(({ week, ...row }) => [
          dayWords(week),
          figure(row.decisions),
          words(row.medianHours),
          words(row.ninthHours),
        ]),
      }}
    >
      {median !== null && (
        <Lines
          summary={summary}
          areHours
          labels={weeks.map(({ week }) => dayWords(week))}
          lines={[
            {
              label: 'Half took at most',
              values: weeks.map((row) => row.medianHours),
              ink: 'text-action',
            },
            {
              label: 'Nine in ten took at most',
              values: weeks.map((row) => row.ninthHours),
              dash: '7 5',
              ink: 'text-gold-text',
            },
          ]}
        />
      )}
    </Picture>
  )
}

function Waiting({ data }: { data: Data }) {
  const waiting = data.waiting.filter(({ open }) => open > 0)
  return (
    <section aria-labelledby="waiting" className="mt-8 min-w-0">
      <h2 id="waiting" className="mb-4 text-xl">
        What is waiting, and how long
      </h2>
      {waiting.length === 0 ? (
        <p className="text-muted">Nothing is waiting.</p>
      ) : (
        <>
          <AgeBars waiting={waiting} />
          <div className="mt-6">
            <Table
              caption="Open work by days waiting"
              columns={[
                'Work',
                { label: 'Open', numeric: true },
                ...ageBands.map((label) => ({ label, numeric: true })),
                { label: 'Oldest', numeric: true },
              ]}
              rows={waiting.map(({ work, open, ages, oldestDays }) => ({
                key: work,
                cells: [
                  <WorkLink key="work" work={work} />,
                  figure(open),
                  ...ages.map(figure),
                  oldestWords(oldestDays),
                ],
              }))}
            />
          </div>
        </>
      )}
    </section>
  )
}

function workLabel(work: WorkName): string {
  const words = workWords(work, 2)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function WorkLink({ work }: { work: WorkName }) {
  const { href } = workKind(work)
  return href ? <a href={href}>{workLabel(work)}</a> : workLabel(work)
}

function oldestWords(days: number): string {
  if (days === 0) return 'Under a day'
  return days === 1 ? '1 day' : `${figure(days)} days`
}

function Verdicts({ data: { verdicts } }: { data: Data }) {
  const share = (row: Data['verdicts'][number]) => `${Math.round(failShare(row) * 100)}%`
  return (
    <Picture
      id="verdicts"
      title="Which criteria fail"
      lead="The share of verdicts that are ‘not met’ or ‘met with a condition’. Criteria that do not apply are not counted."
      table={{
        columns: ['Criterion', 'Verdicts', 'With a condition', 'Not met', 'Share'],
        rows: verdicts.map((row) => [
          row.name,
          figure(row.verdicts),
          figure(row.conditions),
          figure(row.notMet),
          share(row),
        ]),
      }}
    >
      {verdicts.length === 0 ? (
        <p className="text-muted">No criterion was judged in this time.</p>
      ) : (
        <Bars
          bars={verdicts.map((row) => ({
            label: row.name,
            value: failShare(row),
            text: share(row),
            note: `of ${figure(row.verdicts)} ${row.verdicts === 1 ? 'verdict' : 'verdicts'}`,
          }))}
        />
      )}
    </Picture>
  )
}

function failShare({ conditions, notMet, verdicts }: Data['verdicts'][number]): number {
  return (conditions + notMet) / verdicts
}

const ageBands = ['Under 2 days', '2 to 4', '5 to 9', '10 to 29', '30 and more'] as const

/** From the newest to the oldest. The table beside the bars has the numbers, so that nothing is said by shade alone. */
const shades = [0.2, 0.4, 0.6, 0.8, 1]

function AgeBars({ waiting }: { waiting: Data['waiting'] }) {
  return (
    <>
      <ul className="flex flex-col gap-3">
        {waiting.map(({ work, open, ages }) => (
          <li key={work}>
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>{workLabel(work)}</span>
              <span className="font-semibold figures">{figure(open)}</span>
            </p>
            <svg width="100%" height="12" aria-hidden="true" focusable="false" className="block mt-1 text-action">
              {ages.map((count, band) => (
                <rect
                  key={ageBands[band]}
                  x={`${(sum(ages.slice(0, band)) / open) * 100}%`}
                  width={`${(count / open) * 100}%`}
                  height="12"
                  fill="currentColor"
                  fillOpacity={shades[band]}
                />
              ))}
            </svg>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {ageBands.map((label, band) => (
          <span key={label} className="inline-flex items-center gap-2">
            <svg width="16" height="12" aria-hidden="true" focusable="false" className="text-action">
              <rect width="16" height="12" fill="currentColor" fillOpacity={shades[band]} />
            </svg>
            {label}
          </span>
        ))}
      </p>
    </>
  )
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
