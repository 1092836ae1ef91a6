import { apiPath } from '#api.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { registerAnswer } from '#domain/register-answer.ts'
import { isAccredited, registerStatuses } from '#domain/register-status.ts'
import { dateAndTime, place } from '#domain/when-and-where.ts'
import { ProveIt } from '#features/register/prove-it.tsx'
import { RegisterAnswer } from '#features/register/register-answer.tsx'
import { AssuredWhen, checksInShort } from '#features/register/what-was-checked.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Icon } from '#ui/icon.tsx'
import { NarrowPage, Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { DemonstrationNotice } from '../demonstration-notice.tsx'
import { NumberForm } from './number-form.tsx'
import type { verification } from './server.ts'

type Verification = PageData<typeof verification>

export const page = definePage<Verification>(
  ({ data }) => (data.kind === 'found' ? <Verdict data={data} /> : <Unknown data={data} />),
  (data) =>
    data.kind === 'found'
      ? {
          title: `Certificate ${data.number}`,
          description: `${registerAnswer(data.facts)} ${data.title} by ${data.organiser}.`,
          canonical: href('verification', { number: data.number }),
          ...(data.jsonLd ? { jsonLd: data.jsonLd } : {}),
        }
      : { title: 'Certificate not found' },
)

function Verdict({ data }: { data: Extract<Verification, { kind: 'found' }> }) {
  const brand = useBrand()
  const { assured, facts } = data
  const { status, validUntil, ended } = facts
  const isValid = isAccredited(status)
  const isNumberAlone = status === 'listed' || status === 'refused'
  return (
    <Section narrow>
      <RegisterAnswer
        answer={{ facts, reason: data.statusReason, readAt: data.readAt }}
        heading={
          <PageHeading
            eyebrow={isNumberAlone ? 'Register number' : 'Certificate of accreditation'}
            lead={`A ${isNumberAlone ? 'number in the register' : 'certificate'} of the ${brand.name}, a private scheme that accredits events.`}
          >
            <span className="figures">{data.number}</span>
          </PageHeading>
        }
      >
        <p>{registerStatuses[status].certificate}</p>
      </RegisterAnswer>
      {data.isDemo && <DemonstrationNotice className="mt-4" />}
      <DescriptionList
        className="mt-8"
        items={[
          {
            term: 'What was checked',
            details: assured.assuredOn && (
              <>
                {checksInShort(assured.checks)} <AssuredWhen assured={assured} />
              </>
            ),
          },
          { term: 'Event', details: <a href={href('event', { slug: data.slug })}>{data.title}</a> },
          { term: 'Organisation', details: data.organiser },
          { term: 'When', details: data.when },
          { term: 'Where', details: data.where },
          { term: isNumberAlone ? 'Listed from' : 'Valid from', details: londonDateOf(data.validFrom) },
          isValid || status === 'listed'
            ? {
                term: isValid ? 'Valid until' : 'Listed until',
                details: validUntil ? londonDateOf(validUntil) : 'No end date',
              }
            : {
                term: status === 'refused' ? 'Assessed on' : 'Not valid since',
                details: ended && londonDateOf(ended.at),
              },
        ]}
      />
      <div className="mt-8 flex flex-wrap gap-3 no-print">
        {isValid && (
          <ButtonLink href={apiPath('getCertificate', { file: `${data.number}.pdf` })} download="">
            <Icon icon="i-download" />
            Download Certificate
          </ButtonLink>
        )}
        <ButtonLink variant="quiet" href={href('verify')}>
          Check another certificate
        </ButtonLink>
      </div>
      <p className="mt-8 no-print">
        <a href={`${href('event', { slug: data.slug })}#checked`}>What was checked, criterion by criterion</a>
      </p>
      <ProveIt number={data.number} proof={data.proof} hasCredential={data.hasCredential} className="mt-8" />
      <p className="mt-8 text-sm text-muted no-print">
        Is this page different from what you were shown?{' '}
        <a href={href('concerns', { event: data.number })}>Report a concern about this event</a>
      </p>
    </Section>
  )
}

function Unknown({ data: { typed, meant } }: { data: Extract<Verification, { kind: 'unknown' }> }) {
  return (
    <NarrowPage
      lead="The register has no certificate with this number. Check that you typed every letter and digit as on the certificate."
      title="Certificate not found"
    >
      {meant && (
        <Notice
          className="mt-6"
          title={
            <>
              Did you mean <a href={href('verification', { number: meant.number })}>{meant.number}</a>?
            </>
          }
        >
          <p>
            {[meant.title, dateAndTime(meant), place(meant.venue, meant.city)].filter(Boolean).join(', ')}. Compare it
            with the event on your certificate.
          </p>
        </Notice>
      )}
      <NumberForm typed={typed} />
      <p className="mt-8">
        If the number is the same, we did not issue the certificate: do not rely on it.{' '}
        <a href={href('concerns', { event: typed, about: 'false-claim' })}>Report a concern</a>
      </p>
      <p className="mt-3">
        The event may be accredited all the same. <a href={href('listings')}>Search the register</a> by its name or
        venue.
      </p>
    </NarrowPage>
  )
}
