import { adminHref } from '#admin-pages.ts'
import { groupWords } from '#domain/assurance.ts'
import { orderLabel } from '#domain/catalogue.ts'
import { figure } from '#domain/figures.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { poundsAndPence } from '#domain/money.ts'
import type { PageData } from '#page/page.ts'
import { DeferredSection } from '#ui/deferred-section.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Skeleton } from '#ui/spinner.tsx'
import { definePage } from '#wire/page.ts'
import { Bars, Lines, PeriodRow, Picture } from './charts.tsx'
import { dayWords, durationWords } from './rules.ts'
import type { admin } from './server.ts'
import { dayOfWork, type WorkItem, type WorkName, workKind, workWords } from './work.ts'

type Data = PageData<typeof admin>
type Pictures = Extract<Awaited<Data['pictures']>, { value: unknown }>['value']

export const page = definePage<Data>(OverviewPage, 'My work')

function OverviewPage({ data }: { data: Data }) {
  return (
    <>
      <PageHeading />
      <WorkWaiting data={data} />
      {data.hasPeriod && (
        <PeriodRow label="Period of the charts" href={adminHref('admin')} period={data.period} usual={30} />
      )}
      <DeferredSection data={data} name="pictures" skeleton={<NoPicturesYet />}>
        {(pictures) => (
          <div className="mt-8 grid gap-12 xl:grid-cols-2 items-start">
            <Decisions data={pictures} />
            <Median data={pictures} />
            <Funnel data={pictures} />
            <Revenue data={pictures} />
            <Register data={pictures} />
          </div>
        )}
      </DeferredSection>
    </>
  )
}

function NoPicturesYet() {
  return (
    <div className="mt-8 grid gap-12 xl:grid-cols-2 items-start">
      {[1, 2, 3, 4].map((picture) => (
        <Skeleton key={picture} className="h-80 w-full" />
      ))}
    </div>
  )
}

function WorkWaiting({ data: { work, today } }: { data: Data }) {
  if (work.length === 0)
    return <EmptyState className="mt-8" icon="i-circle-check" title="Nothing is waiting for you." />
  return (
    <div className="mt-6 grid gap-x-12 gap-y-8 xl:grid-cols-2 items-start">
      {work.map(({ kind, total, items }) => {
        const { hrefOf, href, note } = workKind(kind)
        return (
          <section key={kind} aria-labelledby={`work-${kind}`} className="min-w-0">
            <h2 id={`work-${kind}`} className="text-lg">
              <span className="mr-2 font-serif text-2xl figures">{figure(total)}</span>
              {workWords(kind, total)}
            </h2>
            {note && <p className="text-sm text-muted">{note}</p>}
            <ul className="mt-2 border-t border-border">
              {items.map((item) => (
                <li key={item.id} className="py-2 border-b border-border break-words">
                  <a href={hrefOf(item.id)} className="font-semibold">
                    {item.title || item.reference}
                  </a>{' '}
                  <ItemFacts kind={kind} item={item} today={today} />
                </li>
              ))}
            </ul>
            {href && total > items.length && (
              <p className="mt-2">
                <a href={href}>
                  All {figure(total)} {workWords(kind, total)}
                </a>
              </p>
            )}
          </section>
        )
      })}
    </div>
  )
}

function ItemFacts({ kind, item, today }: { kind: WorkName; item: WorkItem; today: string }) {
  const day = dayOfWork(kind, item, today)
  const since = londonDateOf(item.since)
  return (
    <span className="text-muted">
      {[item.pence !== null && poundsAndPence(item.pence), item.title && item.reference, !day && `since ${since}`]
        .filter(Boolean)
        .join(', ')}
      {day && (
        <>
          {(item.pence !== null || item.reference) && ', '}
          <span className={day.isOverdue ? 'text-danger font-semibold' : undefined}>
            {day.words}
            {day.isOverdue && ' (late)'}
          </span>
        </>
      )}
    </span>
  )
}

function Decisions({ data: { decisions } }: { data: Pictures }) {
  if (!decisions) return null
  const { rows, span } = decisions
  const sum = (of: 'submitted' | 'approved' | 'rejected') => rows.reduce((total, row) => total + row[of], 0)
  const [submitted, approved] = [sum('submitted'), sum('approved')]
  const cameIn = `${figure(submitted)} ${submitted === 1 ? 'application' : 'applications'} received`
  const summary = `${cameIn}, ${figure(approved)} ${approved === 1 ? 'was' : 'were'} approved and ${figure(sum('rejected'))} rejected.`
  return (
    <Picture
      id="decisions"
      title="Applications and decisions"
      lead={summary}
      table={{
        columns: [span === 'day' ? 'Day' : 'Week from', 'Received', 'Approved', 'Rejected'],
        rows: rows.map((row) => [dayWords(row.day), figure(row.submitted), figure(row.approved), figure(row.rejected)]),
      }}
    >
      <Lines
        summary={summary}
        labels={rows.map((row) => dayWords(row.day))}
        lines={[
          { label: 'Received', values: rows.map((row) => row.submitted), ink: 'text-action' },
          { label: 'Approved', values: rows.map((row) => row.approved), dash: '7 5', ink: 'text-gold-text' },
          { label: 'Rejected', values: rows.map((row) => row.rejected), dash: '1 6', ink: 'text-danger' },
        ]}
      />
    </Picture>
  )
}

function Median({ data: { decisions } }: { data: Pictures }) {
  if (!decisions) return null
  const { rows, span, median, count } = decisions
  const summary =
    median === null
      ? 'No one decided an application in this period.'
      : count === 1
        ? `The one application that a person decided took ${durationWords(median)}.`
        : `Half of the ${figure(count)} applications that people decided took ${durationWords(median)} or less.`
  return (
    <Picture
      id="median"
      title="Median time to a decision"
      lead={`${summary} Approvals by the company registry are not counted, because they are immediate.`}
      table={{
        columns: [span === 'day' ? 'Day' : 'Week from', 'Median'],
        rows: rows
          .filter((row) => row.medianHours !== null)
          .map((row) => [dayWords(row.day), durationWords(row.medianHours!)]),
      }}
    >
      {median !== null && (
        <Lines
          summary={summary}
          areHours
          labels={rows.map((row) => dayWords(row.day))}
          lines={[{ label: 'Median time', values: rows.map((row) => row.medianHours), ink: 'text-action' }]}
        />
      )}
    </Picture>
  )
}

function Funnel({ data: { funnel, isBehindCdn } }: { data: Pictures }) {
  if (!funnel) return null
  const steps = [
    { label: 'Homepage opened', value: funnel.home },
    { label: 'Application form opened', value: funnel.apply },
    { label: 'Application submitted', value: funnel.submitted },
    { label: 'Application approved', value: funnel.approved },
    { label: 'Listing checkout opened', value: funnel.checkout },
    { label: 'Listing paid', value: funnel.paid },
  ]
  const share = (index: number) => {
    const before = steps[index - 1]?.value ?? 0
    return before > 0 ? `${Math.round((steps[index]!.value / before) * 100)}% of the step before` : ''
  }
  return (
    <Picture
      id="funnel"
      title="From visit to paid"
      lead={`Page views are counted by day and page, without a cookie. A person who visits twice counts twice.${isBehindCdn ? ' Views that the CDN answered are not counted, so the first two steps are too low.' : ''}`}
      table={{
        columns: ['Step', 'Times', 'Share'],
        rows: steps.map(({ label, value }, index) => [label, figure(value), share(index)]),
      }}
    >
      <Bars bars={steps.map(({ label, value }) => ({ label, value, text: figure(value) }))} />
    </Picture>
  )
}

function Revenue({ data: { revenue } }: { data: Pictures }) {
  if (!revenue) return null
  const rows = [...revenue].sort((a, b) => b.keptPence - a.keptPence)
  const total = rows.reduce((sum, row) => sum + row.keptPence, 0)
  return (
    <Picture
      id="revenue"
      title="Revenue by product"
      lead={`${poundsAndPence(total)} from payments and renewals in this period, less what was refunded or disputed in it.`}
      table={{
        columns: ['Product', 'Payments', 'Paid', 'Refunded', 'Disputed', 'Kept'],
        rows: rows.map((row) => [
          orderLabel(row.type),
          figure(row.payments),
          poundsAndPence(row.paidPence),
          poundsAndPence(row.refundedPence),
          poundsAndPence(row.disputedPence),
          poundsAndPence(row.keptPence),
        ]),
      }}
    >
      {rows.length === 0 ? (
        <p className="text-muted">Nothing was paid or refunded in this period.</p>
      ) : (
        <Bars
          bars={rows.map((row) => ({
            label: orderLabel(row.type),
            value: row.keptPence,
            text: poundsAndPence(row.keptPence),
            note: `${figure(row.payments)} ${row.payments === 1 ? 'payment' : 'payments'}`,
          }))}
        />
      )}
    </Picture>
  )
}

function Register({ data: { register } }: { data: Pictures }) {
  if (!register) return null
  const bars = register.map(({ status, entries }) => ({
    label: groupWords(status),
    value: entries,
    text: figure(entries),
  }))
  return (
    <Picture
      id="register"
      title="Register by status"
      table={{ columns: ['Status', 'Entries'], rows: bars.map(({ label, text }) => [label, text]) }}
    >
      <Bars bars={bars} />
    </Picture>
  )
}
