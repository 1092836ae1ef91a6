import { londonDateOf } from '#domain/london-time.ts'
import { shownEvent, shownOrganisation } from '#features/applications/shown-facts.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { LatePart } from '#ui/late-part.tsx'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { AddressForm } from './address-form.tsx'
import { MailDoesNotArrive } from './mail-does-not-arrive.tsx'
import { companyCheckNowWords, companyCheckWords } from './rules.ts'
import type { FoundReview as Found } from './state.ts'
import type { ReviewForm } from './use-review-form.ts'

export function OrganisationFacts({ data, form }: { data: Found; form: ReviewForm }) {
  const { application } = data
  const check = application.company_check
  return (
    <section aria-labelledby="organisation">
      <h2 id="organisation" className="mb-3 text-xl">
        Organisation
      </h2>
      <DescriptionList items={shownOrganisation(data.organisation)} />
      <MailDoesNotArrive suppressed={data.suppressed} />
      {application.contact_name !== 'Erased' && <AddressForm data={data} form={form} />}
      <Notice tone={check.state === 'confirmed' ? 'success' : 'warning'} title="Company registry" className="mt-4">
        <p>{companyCheckWords(check)}</p>
        {check.state !== 'not-asked' && check.state !== 'unavailable' && (
          <p className="text-sm text-muted">Asked on {londonDateOf(check.checkedAt)}.</p>
        )}
        <LatePart
          data={data}
          name="registry"
          skeleton={<Spinner className="mt-2" label="Checking the register again…" />}
        >
          {(now) => now && <p className="mt-2">Checked again: {companyCheckNowWords(now)}</p>}
        </LatePart>
      </Notice>
    </section>
  )
}

export function EventFacts({ data: { application } }: { data: Found }) {
  return (
    <section aria-labelledby="event">
      <h2 id="event" className="mb-3 text-xl">
        Event
      </h2>
      <DescriptionList
        items={[...shownEvent(application.event_draft), { term: 'Coupon', details: application.coupon_code }]}
      />
    </section>
  )
}

export function Documents({ reference }: { reference: string }) {
  const brand = useBrand()
  return (
    <section aria-labelledby="documents">
      <h2 id="documents" className="mb-2 text-xl">
        Documents
      </h2>
      <p>
        Applicants upload their evidence, and we check it in the assessment of this application. Documents that they
        email are in the mailbox of {brand.complianceEmail}, under{' '}
        <strong className="whitespace-nowrap">{reference}</strong>.
      </p>
    </section>
  )
}
