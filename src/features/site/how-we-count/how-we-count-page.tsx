import { groupWords } from '#domain/assurance.ts'
import { figure } from '#domain/figures.ts'
import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import { daysWords, type Median } from '#domain/median.ts'
import { isAccredited, registerStatuses } from '#domain/register-status.ts'
import { ClaimFigures } from '#features/claims/claim-figures.tsx'
import { Chapter } from '#features/site/authority/chapter.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { TitledPage } from '#ui/layout.tsx'
import { Table } from '#ui/table.tsx'
import { definePage } from '#wire/page.ts'
import { content } from './content.ts'
import { type Share, shareWords } from './rules.ts'
import type { howWeCount } from './server.ts'

type Data = PageData<typeof howWeCount>

export const page = definePage<Data>({
  Component: HowWeCountPage,
  meta: () => ({ title: content.title, description: content.lead, canonical: href('howWeCount') }),
})

function HowWeCountPage({ data }: { data: Data }) {
  const { claims, live, service, status } = content
  const period = `From ${londonDateOf(data.from)} to ${londonDateOf(data.until)}, counted at ${londonClockOf(data.countedAt)}.`
  return (
    <TitledPage lead={content.lead} title={content.title}>
      <div className="mt-10 lg:mt-14">
        {data.claims.length > 0 && (
          <Chapter id="claims" title={claims.title} text={claims.text}>
            <dl className="grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
              <ClaimFigures claims={data.claims} />
            </dl>
          </Chapter>
        )}
        <Chapter id="registers" title={live.title} text={live.text}>
          <Figures caption={live.caption} columns={live.columns} rows={liveRows(data.live)} />
        </Chapter>
        <Chapter id="status" title={status.title}>
          <Figures
            caption={status.caption}
            columns={status.columns}
            rows={data.live.entries.map((row) => {
              const { sentence } = registerStatuses[row.status]
              return { name: groupWords(row.status), value: figure(row.entries), means: sentence }
            })}
          />
          <p className="mt-4">
            <a href={href('log')}>{status.log}</a>
          </p>
        </Chapter>
        <Chapter id="service" title={service.title} text={period}>
          <Figures caption={service.caption} columns={service.columns} rows={serviceRows(data.service)} />
          <p className="mt-4 text-muted">
            {service.fewMeans} {service.officeHours}
          </p>
        </Chapter>
      </div>
    </TitledPage>
  )
}

type FigureRow = { name: string; value: string; means: string }

function liveRows({ entries, ...lists }: Data['live']): FigureRow[] {
  const { accredited, entries: all, upcoming, national, nationalAccredited, partners, found } = content.live
  const sum = (rows: typeof entries) => figure(rows.reduce((total, row) => total + row.entries, 0))
  return [
    { ...accredited, value: sum(entries.filter(({ status }) => isAccredited(status))) },
    { ...all, value: sum(entries) },
    { ...upcoming, value: figure(lists.upcoming) },
    found,
    { ...national, value: figure(lists.national) },
    { ...nationalAccredited, value: figure(lists.nationalAccredited) },
    { ...partners, value: figure(lists.partners) },
  ]
}

function serviceRows(service: Data['service']): FigureRow[] {
  const { decision, assessment, applicationsInTime, enquiriesInTime, concernsUpheld, complaintsUpheld, appealsUpheld } =
    content.service
  const median = (counted: Median | null) =>
    counted ? `${daysWords(counted.days)}, of ${figure(counted.cases)} decisions` : content.service.few
  const share = (counted: Share | null) =>
    counted ? `${shareWords(counted)}: ${figure(counted.cases)} of ${figure(counted.of)}` : content.service.few
  return [
    { ...decision, value: median(service.decision) },
    { ...assessment, value: median(service.assessment) },
    { ...applicationsInTime, value: share(service.applicationsInTime) },
    { ...enquiriesInTime, value: share(service.enquiriesInTime) },
    { ...concernsUpheld, value: share(service.concernsUpheld) },
    { ...complaintsUpheld, value: share(service.complaintsUpheld) },
    { ...appealsUpheld, value: share(service.appealsUpheld) },
  ]
}

function Figures({
  caption,
  columns,
  rows,
}: {
  caption: string
  columns: readonly string[]
  rows: readonly FigureRow[]
}) {
  return (
    <Table
      caption={caption}
      captionHidden
      columns={columns.map((label) => ({ label }))}
      rows={rows.map(({ name, value, means }) => ({
        key: name,
        cells: [
          <span key="name" className="font-semibold">
            {name}
          </span>,
          <span key="value" className="figures">
            {value}
          </span>,
          means,
        ],
      }))}
    />
  )
}
