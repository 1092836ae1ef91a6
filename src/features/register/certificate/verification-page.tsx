import { apiPath } from '../../../api.ts'
import { assuranceLevels } from '../../../domain/assurance.ts'
import { londonDateOf } from '../../../domain/london-time.ts'
import { isAccredited, registerStatuses } from '../../../domain/register-status.ts'
import { href } from '../../../pages.ts'
import { useBrand } from '../../../ui/brand-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Section } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { definePage } from '../../../wire/page.ts'
import { AssuranceBadge } from '../assurance-badge.tsx'
import { DemonstrationNotice } from '../demonstration-notice.tsx'
import { RegisterStatusBadge } from '../register-status-badge.tsx'
import { AssuredWhen, checksInShort } from '../what-was-checked.tsx'
import { NumberForm } from './number-form.tsx'
import type { Verification } from './state.ts'

type Found = Extract<Verification, { kind: 'found' }>

export const page = definePage<Verification>({
  Component: VerificationPage,
  startsWhenUsed: true,
  meta: (data) =>
    data.kind === 'found'
      ? {
          title: `Certificate ${data.number}`,
          description: `${registerStatuses[data.status].verdict.title} ${data.title} by ${data.organiser}.`,
          canonical: href('verification', { number: data.number }),
        }
      : { title: 'Certificate not found' },
})

function VerificationPage({ data }: { data: Verification }) {
  return data.kind === 'found' ? <Verdict data={data} /> : <Unknown typed={data.typed} />
}

function Verdict({ data }: { data: Found }) {
  const brand = useBrand()
  const { title, text, tone } = registerStatuses[data.status].verdict
  const { assured } = data
  const stands = isAccredited(data.status)
  const isNumberAlone = data.status === 'listed' || data.status === 'refused'
  return (
    <Section narrow>
      <PageHeading
        eyebrow={isNumberAlone ? 'Register number' : 'Certificate of accreditation'}
        lead={`A ${isNumberAlone ? 'number in the register' : 'certificate'} of the ${brand.name}, a private scheme that accredits events.`}
      >
        <span className="figures">{data.number}</span>
      </PageHeading>
      <Notice tone={tone} title={title} className="mt-8">
        <p>{text}</p>
        {!stands && data.reason && <p>Reason: {data.reason}</p>}
      </Notice>
      {data.isDemonstration && <DemonstrationNotice className="mt-4" />}
      <DescriptionList
        className="mt-8"
        items={[
          { term: 'Status', details: <RegisterStatusBadge status={data.status} /> },
          {
            term: 'How far it was checked',
            details: (
              <>
                <AssuranceBadge assurance={assured.level} />
                <span className="block mt-2">
                  {assuranceLevels[assured.level].sentence} <AssuredWhen assured={assured} />
                </span>
              </>
            ),
          },
          { term: 'What was checked', details: checksInShort(assured.checks) },
          { term: 'Event', details: <SiteLink href={href('event', { slug: data.slug })}>{data.title}</SiteLink> },
          { term: 'Organisation', details: data.organiser },
          { term: 'When', details: data.when },
          { term: 'Where', details: data.where },
          { term: isNumberAlone ? 'Listed from' : 'Valid from', details: londonDateOf(data.validFrom) },
          stands || data.status === 'listed'
            ? {
                term: stands ? 'Valid until' : 'Listed until',
                details: data.validUntil ? londonDateOf(data.validUntil) : 'No end date',
              }
            : {
                term: data.status === 'refused' ? 'Assessed on' : 'Not valid since',
                details: data.endedAt && londonDateOf(data.endedAt),
              },
        ]}
      />
      <div className="mt-8 flex flex-wrap gap-3 no-print">
        {stands && (
          <ButtonLink href={apiPath('getCertificate', { file: `${data.number}.pdf` })} download="">
            <Icon icon="i-download" />
            Download Certificate
          </ButtonLink>
        )}
        <ButtonLink variant="quiet" href={href('verify')}>
          Check another certificate
        </ButtonLink>
      </div>
      <p className="mt-8">
        <SiteLink href={`${href('event', { slug: data.slug })}#checked`}>
          What was checked, criterion by criterion
        </SiteLink>
      </p>
      <p className="mt-8 text-sm text-muted">
        Is this page different from what you were shown?{' '}
        <SiteLink href={href('concerns', { event: data.number })}>Report a concern about this event</SiteLink>
      </p>
    </Section>
  )
}

function Unknown({ typed }: { typed: string }) {
  return (
    <Section narrow>
      <PageHeading lead="The register has no certificate with this number. Check that you typed every letter and digit as on the certificate.">
        Certificate not found
      </PageHeading>
      <NumberForm typed={typed} />
      <p className="mt-8">
        If the number is the same, we did not issue the certificate.{' '}
        <SiteLink href={href('concerns', { event: typed, about: 'false-claim' })}>Report a concern</SiteLink>
      </p>
    </Section>
  )
}
