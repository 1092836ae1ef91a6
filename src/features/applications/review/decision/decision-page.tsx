import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { carries } from '#domain/permissions.ts'
import { CaseFrame, NoCase } from '#features/applications/case/case-frame.tsx'
import type { PageData } from '#page/page.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { type AdminPerson, definePage } from '#wire/page.ts'
import {
  ClosedCheckout,
  DecisionForm,
  OtherDecision,
  Overtaken,
  ProposedChange,
  WithdrawalForm,
} from '../decision-form.tsx'
import type { SampleOutcome } from '../queries.ts'
import { sampleWords, timelineHref } from '../rules.ts'
import { type ReviewForm, ReviewFormFrame, ReviewText, reviewFormId, useReviewForm } from '../use-review-form.tsx'
import type { caseDecision, DecisionData } from './server.ts'

type Data = PageData<typeof caseDecision>

export const page = definePage<Data>(
  ({ data, admin }) =>
    data.kind === 'found' ? <Decision key={data.head.id} data={data} admin={admin} /> : <NoCase data={data} />,
  (data) => (data.kind === 'found' ? `Decision on ${data.head.reference}` : 'Decision'),
)

function Decision({ data, admin }: { data: DecisionData; admin: AdminPerson | undefined }) {
  const form = useReviewForm(data, 'caseDecision')
  const may = (permission: 'assess' | 'register') => admin !== undefined && carries(admin.roles, permission)
  return (
    <CaseFrame head={data.head} current="caseDecision" admin={admin}>
      <ReviewFormFrame revision={data.application.revision} form={form} />
      <div className="mt-8 flex flex-col gap-8 max-w-form">
        <p>
          <a href={timelineHref(data.head.id, 'decisions')}>Every decision on this case</a>
        </p>
        <Overtaken data={data} form={form} />
        <DecisionForm data={data} form={form} />
        <ProposedChange data={data} form={form} />
        <Sampled data={data} form={form} />
        <IdentitySection data={data} form={form} />
        <OtherDecision data={data} form={form} mayAssess={may('assess')} />
        <ClosedCheckout data={data} form={form} />
        <WithdrawalForm data={data} form={form} maySuspend={may('register')} />
      </div>
    </CaseFrame>
  )
}

const outcomeWords: Record<SampleOutcome, string> = {
  fine: 'it is fine.',
  wrong: 'something is wrong.',
  withdrawn: 'the approval was withdrawn.',
}

function Sampled({ data: { application, sample, typed }, form }: { data: DecisionData; form: ReviewForm }) {
  if (!sample) return null
  const isFinal = application.status === 'approved' && !application.canBeWithdrawn
  const { lookedAt, refusedApplicationId: refused, refusedReference: reference } = sample
  return (
    <Card as="section" className="flex flex-col gap-5">
      <h2 className="text-xl">{lookedAt ? 'Sampled' : 'Sampled: check it'}</h2>
      <p>
        {sampleWords(sample)} {refused && <a href={adminHref('review', { id: refused })}>Application {reference}</a>}
      </p>
      {lookedAt && typed.looked && (
        <TextArea
          form={reviewFormId}
          label="Not saved: what you typed"
          name="looked"
          rows={3}
          readOnly
          defaultValue={typed.looked}
        />
      )}
      {lookedAt ? (
        <p>
          {sample.lookedAtByName} checked it on {londonDateOf(lookedAt)}: {outcomeWords[sample.outcome ?? 'fine']}
        </p>
      ) : (
        <>
          <ReviewText
            form={form}
            name="looked"
            hint={`Only people in the admin area can see this. It is kept in the history. ${isFinal ? 'You can no longer withdraw the approval. If something is wrong, ask for the entry to be suspended, and say so here.' : 'If something is wrong, withdraw the approval below instead.'}`}
          />
          <div className="flex flex-wrap gap-3">
            <Button {...form.button('looked-at')} variant="quiet">
              It is fine
            </Button>
            {isFinal && (
              <Button {...form.button('found-wrong')} variant="quiet">
                Something is wrong
              </Button>
            )}
          </div>
        </>
      )}
    </Card>
  )
}

type Identity = DecisionData['identity']
type SectionProps = { data: DecisionData; form: ReviewForm }

/** For what is approved and not published. */
function IdentitySection({ data, form }: SectionProps) {
  const { application, identity } = data
  if (application.status !== 'approved' || identity.isPublished) return null
  return (
    <Card as="section">
      <h2 id="identity" className="mb-3 text-xl">
        Identity
      </h2>
      {identity.waitsSince && (
        <Notice tone="warning" title="Identity to confirm" className="mb-4">
          <p>
            This has waited since {londonDateOf(identity.waitsSince)}, and the entry is not published.{' '}
            {waitWords(identity)}
          </p>
        </Notice>
      )}
      <DescriptionList items={facts(data)} />
      {!identity.release && (
        <>
          <ReviewText form={form} name="release" className="mt-6" />
          <Button {...form.button('waive-identity')} className="mt-4">
            Confirm the identity
          </Button>
        </>
      )}
      {canConfirmDomain(identity) && <ConfirmDomain data={data} form={form} />}
    </Card>
  )
}

function waitWords({ waits }: Identity): string {
  if (waits.includes('refusal'))
    return 'Its assessment ended in a refusal. Unless an appeal is upheld, it is not published.'
  if (waits.includes('date'))
    return 'The date of the event has passed. Unless the date is changed, it is not published.'
  if (waits.length === 0) return 'Nothing is missing. It will be published within the hour.'
  return waits.includes('address')
    ? waits.includes('reviewer')
      ? 'The applicant must confirm the address, and one of the proofs below is missing.'
      : 'The applicant must confirm the address. We do not need to do anything.'
    : 'One of the proofs below is missing.'
}

function facts({ email, identity }: DecisionData) {
  const confirmed = identity.domains.map(({ domain, by, at }) => `${domain} (${by}, ${londonDateOf(at)})`).join(', ')
  return [
    {
      term: 'Address',
      details: `${email}: ${identity.isAddressConfirmed ? 'confirmed' : 'not confirmed yet'}`,
    },
    {
      term: 'Domain',
      details:
        identity.domain &&
        `${identity.domain}${identity.isFreeMail ? ': free email provider, not a company’s own domain' : ''}`,
    },
    { term: 'Confirmed domains', details: identity.companyKey && (confirmed || 'None for this company number') },
    {
      term: 'Company number',
      details: !identity.companyKey
        ? 'None'
        : identity.isNumberElsewhere
          ? `${identity.companyKey}: another organisation’s entry or refused application has this number`
          : `${identity.companyKey}: no other organisation’s entry or refused application has this number`,
    },
    {
      term: 'Identity confirmed',
      details:
        identity.release && `${identity.release.by}, ${londonDateOf(identity.release.at)}: ${identity.release.reason}`,
    },
  ]
}

function canConfirmDomain({ companyKey, domain, isFreeMail, domains }: Identity): boolean {
  return companyKey !== null && domain !== null && !isFreeMail && domains.every((known) => known.domain !== domain)
}

function ConfirmDomain({ data: { identity }, form }: SectionProps) {
  return (
    <div className="mt-6">
      <input type="hidden" form={reviewFormId} name="domain" value={identity.domain ?? ''} />
      <p className="mb-3">
        Is {identity.domain} the domain of the company {identity.companyKey}? If you confirm it, applications from this
        domain with this company number need no other proof. The website in the application is not proof.
      </p>
      <Button {...form.button('confirm-domain')} variant="quiet">
        Confirm {identity.domain} for this company
      </Button>
    </div>
  )
}
