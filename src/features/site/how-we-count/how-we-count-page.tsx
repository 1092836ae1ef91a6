import { groupWords } from '#domain/assurance.ts'
import { figure } from '#domain/figures.ts'
import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import { daysWords, fewestCases, type Median } from '#domain/median.ts'
import { promisedHours } from '#domain/office-hours.ts'
import { isAccredited, registerStatuses } from '#domain/register-status.ts'
import { ClaimFigures } from '#features/claims/claim-figures.tsx'
import { Chapter, ChaptersPage } from '#features/site/authority/chapter.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Table } from '#ui/table.tsx'
import { definePage } from '#wire/page.ts'
import type { howWeCount, Share } from './server.ts'

type Data = PageData<typeof howWeCount>

const title = 'How we count'
const lead = 'What each figure on this site counts, and how well we keep our own promises.'

export const page = definePage<Data>(HowWeCountPage, { title, description: lead, canonical: href('howWeCount') })

function HowWeCountPage({ data }: { data: Data }) {
  const period = `From ${londonDateOf(data.from)} to ${londonDateOf(data.until)}, counted at ${londonClockOf(data.countedAt)}.`
  return (
    <ChaptersPage lead={lead} title={title}>
      {data.claims.length > 0 && (
        <Chapter
          id="claims"
          title="What the authority claims"
          text="Headline figures for the whole scheme. They are not counted from this register. Each figure has its date and source."
        >
          <dl className="grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
            <ClaimFigures claims={data.claims} />
          </dl>
        </Chapter>
      )}
      <Chapter id="registers" title="What is counted from the registers" text="Updated whenever a register changes.">
        <Figures
          caption="Figures that are counted from the registers"
          columns={['Figure', 'Now', 'What it counts']}
          rows={liveRows(data.live)}
        />
      </Chapter>
      <Chapter id="status" title="Register entries by status">
        <Figures
          caption="How many entries have each status"
          columns={['Status', 'Entries', 'What it means']}
          rows={data.live.entries.map(({ status, entries }) => ({
            name: groupWords(status),
            value: figure(entries),
            means: registerStatuses[status].sentence,
          }))}
        />
        <p className="mt-4">
          <a href={href('log')}>Every change, by kind and year, in the public log</a>
        </p>
      </Chapter>
      <Chapter id="service" title="How well we do" text={period}>
        <Figures
          caption="Public service figures of the last twelve months"
          columns={['Figure', 'Last 12 months', 'What it counts']}
          rows={serviceRows(data.service)}
        />
        <p className="mt-4 text-muted">
          {`We do not give a figure that is based on fewer than ${fewestCases} cases. Office hours are Monday to Friday, 9:00 AM to 5:30 PM. Bank holidays count like other days.`}
        </p>
      </Chapter>
    </ChaptersPage>
  )
}

type FigureRow = { name: string; value: string; means: string }

function liveRows({ entries, ...lists }: Data['live']): FigureRow[] {
  const sum = (rows: typeof entries) => figure(rows.reduce((total, row) => total + row.entries, 0))
  return [
    {
      name: 'Entries accredited now',
      value: sum(entries.filter(({ status }) => isAccredited(status))),
      means: 'Entries of our register that are accredited today, at any level. This is the figure on the homepage.',
    },
    {
      name: 'Entries in all',
      value: sum(entries),
      means: 'Every entry of our register, whatever its status. We do not remove an entry when an accreditation ends.',
    },
    {
      name: 'Upcoming accredited events',
      value: figure(lists.upcoming),
      means:
        'Entries accredited now whose event takes place today or later, or has no date: all that the list of this name shows.',
    },
    {
      name: '"Event(s) found" in a list',
      value: 'Differs',
      means:
        'Entries that match the search and the filters, whatever their status. ‘Accredited now’ shows only those accredited now.',
    },
    {
      name: 'Events in the National Events Database',
      value: figure(lists.national),
      means:
        'Public events that are listed for information. Being in this database does not mean that an event is accredited.',
    },
    {
      name: 'Accredited events in that database',
      value: figure(lists.nationalAccredited),
      means:
        'Events of the database whose entry in our register is accredited today. Most entries of our register are not in that database, so this figure is smaller than the number of our entries.',
    },
    {
      name: 'Active partners',
      value: figure(lists.partners),
      means: 'Organisations named on our partners page today.',
    },
  ]
}

const few = 'Too few to tell'
const median = (counted: Median | null) =>
  counted ? `${daysWords(counted.days)}, of ${figure(counted.cases)} decisions` : few
const share = (counted: Share | null) =>
  counted ? `${shareWords(counted)}: ${figure(counted.cases)} of ${figure(counted.of)}` : few

/** Nothing is rounded up to all of them, or down to none. */
export function shareWords({ cases, of }: Share): string {
  const percent = Math.round((cases / of) * 100)
  if (percent === 100 && cases < of) return 'over 99%'
  if (percent === 0 && cases > 0) return 'under 1%'
  return `${percent}%`
}

function serviceRows(service: Data['service']): FigureRow[] {
  return [
    {
      name: 'Time to a decision on an application',
      value: median(service.decision),
      means:
        'The median: half of the applications were decided faster. From the day an application is sent to the first decision by a person, in calendar days. Applications that are approved at once, because the company registry confirmed them, are not counted.',
    },
    {
      name: 'Time to the decision of an assessment',
      value: median(service.assessment),
      means:
        'The median from the day an application is sent to the decision of its first assessment, in calendar days. It includes the time that we wait for evidence.',
    },
    {
      name: 'Applications answered within the promised time',
      value: share(service.applicationsInTime),
      means: `Applications on which our team asked a question or decided within ${promisedHours.application} office hours, our promise for application support. Applications that were approved at once are not counted. Those still waiting after that time count as late.`,
    },
    {
      name: 'Enquiries answered within the promised time',
      value: share(service.enquiriesInTime),
      means: `Messages from the contact page that were marked as answered within ${promisedHours.general} office hours, our promise for general enquiries. Those still open after that time count as late.`,
    },
    {
      name: 'Concerns upheld',
      value: share(service.concernsUpheld),
      means: 'Of the concerns about accredited events that we decided, those that we upheld.',
    },
    {
      name: 'Complaints upheld',
      value: share(service.complaintsUpheld),
      means: 'Of the complaints about us that we answered, those that we upheld in whole or in part.',
    },
    {
      name: 'Appeals upheld',
      value: share(service.appealsUpheld),
      means: 'Of the appeals against our decisions that we decided, those in which the decision was changed.',
    },
  ]
}

type FiguresProps = { caption: string; columns: readonly string[]; rows: readonly FigureRow[] }

function Figures({ caption, columns, rows }: FiguresProps) {
  return (
    <Table
      caption={caption}
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
