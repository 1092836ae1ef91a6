import { groupWords } from '#domain/assurance.ts'
import { companyAddress } from '#domain/company.ts'
import { figure } from '#domain/figures.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { isAccredited, registerStatuses } from '#domain/register-status.ts'
import { dateAndTime, place } from '#domain/when-and-where.ts'
import { UpheldConcerns } from '#features/register/entry-history.tsx'
import { AssuranceBadge, RegisterStatusBadge } from '#features/register/register-status-badge.tsx'
import { crumbsTo, isOpen } from '#features/register/rules.ts'
import type { PageData } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Container, TitledSection } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { NewTabLink } from '#ui/text.tsx'
import { definePage } from '#wire/page.ts'
import { DemonstrationNotice } from '../demonstration-notice.tsx'
import type { organiser } from './server.ts'

type OrganiserData = PageData<typeof organiser>
type OrganiserEntry = OrganiserData['entries'][number]

export const page = definePage<OrganiserData>(OrganiserPage, ({ name, address, isIndexed, jsonLd }) => ({
  title: name,
  description: `The events of ${name} on the public register: which are accredited and which are not.`,
  jsonLd,
  ...(isIndexed ? { canonical: address } : {}),
}))

function OrganiserPage({ data }: { data: OrganiserData }) {
  const { name, companyNumber, website, entries } = data
  return (
    <Container narrow className="pt-4 pb-14">
      <Breadcrumb crumbs={crumbsTo(name)} />
      <PageHeading
        eyebrow="Organiser"
        lead="Every event of this organiser on the register. Each event is accredited by itself: the accreditation of one says nothing about another."
        className="mt-6"
      />
      {data.isDemonstration && <DemonstrationNotice className="mt-6" />}
      <DescriptionList
        className="mt-8"
        items={{
          Entries: statusesText(data.statusCounts),
          'Concerns upheld': data.notes > 0 ? figure(data.notes) : 'None',
          'Company number': companyNumber && (
            <>
              <NewTabLink href={companyAddress(companyNumber)}>{companyNumber}</NewTabLink>, confirmed by Companies
              House
            </>
          ),
          'Website on its entries': website && (
            <NewTabLink href={website}>{website.replace(/^https?:\/\//, '')}</NewTabLink>
          ),
        }}
      />
      <TitledSection id="entries" title="Events on the register" className="mt-10">
        <ul className="mt-4 border-t border-border" data-list-start="">
          {entries.map((entry) => (
            <Entry key={entry.slug} entry={entry} />
          ))}
        </ul>
      </TitledSection>
      <p className="mt-8 flex flex-wrap gap-x-6 no-print">
        <a href={href('follow', { organiser: data.id })} className="row-link">
          Changes by email or feed
        </a>
        <a href={filePaths.organiserCalendar(data.address)} className="row-link">
          Calendar of these events
        </a>
      </p>
      <Pagination firstHref={data.isFirst ? undefined : data.address} nextHref={data.next ?? undefined} />
    </Container>
  )
}

function Entry({ entry }: { entry: OrganiserEntry }) {
  const { statusReason } = entry
  const where = place(entry.venue, entry.city)
  return (
    <li className="grid grid-cols-1 gap-2 py-5 border-b border-border">
      <h3>
        <a href={href('event', { slug: entry.slug })}>{entry.title}</a>
      </h3>
      <p className="badges">
        <RegisterStatusBadge {...entry} />
        <AssuranceBadge {...entry} />
      </p>
      <p className="font-semibold figures">{datedText(entry)}</p>
      {!isAccredited(entry.status) && statusReason && <p>Reason: {statusReason}</p>}
      <p className="text-note figures">{[dateAndTime(entry), where, entry.number].filter(Boolean).join(' · ')}</p>
      <UpheldConcerns notes={entry.notes} />
    </li>
  )
}

function statusesText(statusCounts: OrganiserData['statusCounts']): string {
  return statusCounts.map(([status, entries]) => `${figure(entries)} ${groupWords(status).toLowerCase()}`).join('; ')
}

/** 'Valid until 3 May 2027', 'Lapsed since 3 May 2026'. */
function datedText({ status, validUntil, endedAt }: OrganiserEntry): string {
  const { label } = registerStatuses[status]
  if (!isOpen(status)) {
    const since = endedAt ?? validUntil
    return since ? `${label} since ${londonDateOf(since)}` : `${label}, with no end date`
  }
  const word = status === 'listed' ? 'Listed' : 'Valid'
  return validUntil ? `${word} until ${londonDateOf(validUntil)}` : `${word}, with no end date`
}
