import { londonDateOf } from '#domain/london-time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Notice } from '#ui/notice.tsx'
import type { DecisionData } from './decision/server.ts'
import { ReviewText } from './review-text.tsx'
import { type ReviewForm, reviewFormId } from './use-review-form.ts'

type Identity = DecisionData['identity']
type SectionProps = { data: DecisionData; form: ReviewForm }

/** For what is approved and not published. */
export function IdentitySection({ data, form }: SectionProps) {
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
      {!identity.release && <WaiveIdentityCheck form={form} />}
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

function WaiveIdentityCheck({ form }: Pick<SectionProps, 'form'>) {
  return (
    <>
      <ReviewText form={form} name="release" className="mt-6" />
      <Button {...form.button('waive-identity')} className="mt-4">
        Confirm the identity
      </Button>
    </>
  )
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
