import type { Assurance } from '#domain/assurance.ts'
import { companyAddress } from '#domain/company-number.ts'
import { figure } from '#domain/figures.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { type RegisterStatus, registerStatuses } from '#domain/register-status.ts'
import { organisers } from '#features/register/content.ts'
import { RegisterStatusBadge } from '#features/register/register-status-badge.tsx'
import { UpheldConcerns } from '#features/register/upheld-concerns.tsx'
import { filePaths, href } from '#pages.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Container } from '#ui/layout.tsx'
import { NewTabLink } from '#ui/new-tab-link.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { definePage } from '#wire/page.ts'
import { AssuranceBadge } from '../assurance-badge.tsx'
import { DemonstrationNotice } from '../demonstration-notice.tsx'

export type OrganiserEntry = {
  slug: string
  number: string
  title: string
  when: string
  where: string
  status: RegisterStatus
  assurance: Assurance
  /** Why it is not accredited, in the register's words. */
  reason: string | null
  /** Since when it has not been accredited or listed. ISO times in UTC. */
  since: string | null
  validUntil: string | null
  /** Concerns about it that were upheld. */
  notes: { at: string; text: string; reply: string }[]
}

export type OrganiserData = {
  name: string
  /** Of this page. */
  address: string
  /** Where its changes are followed. */
  follow: string
  isFirst: boolean
  /** Search engines may know it. */
  isIndexed: boolean
  companyNumber: string | null
  website: string | null
  /** How many entries have which status, of those that there are. */
  standing: [status: RegisterStatus, entries: number][]
  /** Upheld concerns about all its entries. */
  notes: number
  entries: OrganiserEntry[]
  /** Address of the next page. */
  next: string | null
  isDemonstration: boolean
  jsonLd: Record<string, unknown>[]
}

export const page = definePage<OrganiserData>({
  Component: OrganiserPage,
  meta: ({ name, address, isIndexed, jsonLd }) => ({
    title: name,
    description: organisers.description(name),
    jsonLd,
    ...(isIndexed ? { canonical: address } : {}),
  }),
})

function OrganiserPage({ data }: { data: OrganiserData }) {
  const { name, companyNumber, website, entries } = data
  return (
    <Container narrow className="pt-4 pb-14">
      <Breadcrumb
        crumbs={[{ label: 'Home', href: href('home') }, { label: 'Register', href: href('listings') }, { label: name }]}
      />
      <PageHeading eyebrow={organisers.eyebrow} lead={organisers.lead} className="mt-6">
        {name}
      </PageHeading>
      {data.isDemonstration && <DemonstrationNotice className="mt-6" />}
      <DescriptionList
        className="mt-8"
        items={[
          { term: 'Entries', details: standingText(data.standing) },
          { term: 'Concerns upheld', details: data.notes > 0 ? figure(data.notes) : 'None' },
          {
            term: 'Company number',
            details: companyNumber && (
              <>
                <NewTabLink href={companyAddress(companyNumber)}>{companyNumber}</NewTabLink>, confirmed by Companies
                House
              </>
            ),
          },
          {
            term: 'Website on its entries',
            details: website && <NewTabLink href={website}>{website.replace(/^https?:\/\//, '')}</NewTabLink>,
          },
        ]}
      />
      <section aria-labelledby="entries" className="mt-10">
        <h2 id="entries">{organisers.entries}</h2>
        <ul className="mt-4 border-t border-border" data-list-start="">
          {entries.map((entry) => (
            <Entry key={entry.slug} entry={entry} />
          ))}
        </ul>
      </section>
      <p className="mt-8 flex flex-wrap gap-x-6 no-print">
        <a href={data.follow} className="row-link">
          {organisers.follow}
        </a>
        <a href={filePaths.organiserCalendar(data.address)} className="row-link">
          {organisers.calendar}
        </a>
      </p>
      <Pagination firstHref={data.isFirst ? undefined : data.address} nextHref={data.next ?? undefined} />
    </Container>
  )
}

function Entry({ entry }: { entry: OrganiserEntry }) {
  return (
    <li className="grid grid-cols-1 gap-2 py-5 border-b border-border">
      <h3>
        <a href={href('event', { slug: entry.slug })}>{entry.title}</a>
      </h3>
      <p className="badges">
        <RegisterStatusBadge status={entry.status} />
        <AssuranceBadge assurance={entry.assurance} />
      </p>
      <p className="font-semibold figures">{datedText(entry)}</p>
      {entry.reason && <p>Reason: {entry.reason}</p>}
      <p className="text-note figures">{[entry.when, entry.where, entry.number].filter(Boolean).join(' · ')}</p>
      <UpheldConcerns notes={entry.notes} />
    </li>
  )
}

/** '5 accredited; 2 lapsed'. */
function standingText(standing: OrganiserData['standing']): string {
  return standing
    .map(([status, entries]) => `${figure(entries)} ${registerStatuses[status].label.toLowerCase()}`)
    .join('; ')
}

/** 'Accredited until 3 May 2027'; 'Lapsed since 3 May 2026'. */
function datedText({ status, validUntil, since }: OrganiserEntry): string {
  const { label } = registerStatuses[status]
  if (since) return `${label} since ${londonDateOf(since)}`
  const word = status === 'listed' ? 'Listed' : label
  return validUntil ? `${word} until ${londonDateOf(validUntil)}` : `${word}, with no end date`
}
