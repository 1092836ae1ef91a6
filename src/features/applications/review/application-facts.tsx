import { causeWords, type SuppressedAddress } from '#domain/bounces.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { shownEvent, shownOrganisation } from '#features/applications/shown-facts.tsx'
import { Button } from '#ui/button.tsx'
import { DeferredSection } from '#ui/deferred-section.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextInput } from '#ui/field.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { reviewFields } from './form.ts'
import { ReviewText } from './review-text.tsx'
import { companyCheckWords } from './rules.ts'
import type { ReviewData } from './server.ts'
import { type ReviewForm, reviewFormId } from './use-review-form.ts'

export function OrganisationFacts({ data, form }: { data: ReviewData; form: ReviewForm }) {
  const { organisation, companyCheck: check } = data
  return (
    <TitledSection id="organisation" title="Organisation" heading="mb-3 text-xl">
      <DescriptionList items={shownOrganisation(organisation)} />
      <MailDoesNotArrive suppressed={data.suppressed} />
      {organisation.contactName !== 'Erased' && <AddressForm data={data} form={form} />}
      <Notice tone={check.state === 'confirmed' ? 'success' : 'warning'} title="Company registry" className="mt-4">
        <p>{companyCheckWords(check)}</p>
        {check.state !== 'not-asked' && check.state !== 'unavailable' && (
          <p className="text-sm text-muted">Asked on {londonDateOf(check.checkedAt)}.</p>
        )}
        <DeferredSection
          data={data}
          name="registry"
          skeleton={<Spinner className="mt-2" label="Checking the register again…" />}
        >
          {(now) =>
            now && (
              <p className="mt-2">
                Checked again:{' '}
                {now.state === 'unavailable' ? 'We cannot reach the register at the moment.' : companyCheckWords(now)}
              </p>
            )
          }
        </DeferredSection>
      </Notice>
    </TitledSection>
  )
}

export function EventFacts({ data: { eventDraft, couponCode } }: { data: ReviewData }) {
  return (
    <TitledSection id="event" title="Event" heading="mb-3 text-xl">
      <DescriptionList items={[...shownEvent(eventDraft), { term: 'Coupon', details: couponCode }]} />
    </TitledSection>
  )
}

function AddressForm({ data: { email, typed }, form }: { data: ReviewData; form: ReviewForm }) {
  const isHeld = Boolean(typed.email || typed.why || form.problem('email') || form.problem('why'))
  return (
    <Disclosure key={email} summary="Correct the email address" open={isHeld || undefined} className="mt-4">
      <div className="flex flex-col gap-4">
        <p>
          The new address is used for everything of this organisation. We email the new address to confirm it. If the
          old address was confirmed, we tell it too. Unused links that we emailed to the old address stop working.
        </p>
        <input type="hidden" form={reviewFormId} name="seen" value={email} />
        <TextInput
          {...form.field('email')}
          label={reviewFields.email.label}
          inputMode="email"
          autoComplete="off"
          maxLength={reviewFields.email.max}
        />
        <ReviewText form={form} name="why" />
        <Button {...form.button('address')} variant="quiet" className="self-start">
          Correct the address
        </Button>
      </div>
    </Disclosure>
  )
}

function MailDoesNotArrive({ suppressed }: { suppressed: SuppressedAddress | null }) {
  if (!suppressed) return null
  const { email, cause, reason, since } = suppressed
  return (
    <Notice tone="warning" title="Our emails do not arrive" className="mt-4">
      <p>
        Since {londonDateOf(since)} we send nothing to {email}. {causeWords[cause]} {reason}
      </p>
      <p className="mt-2">
        Ask by telephone for another address. If this one is right, an owner can have emails sent to it again, in the
        mailbox under “Suppressed addresses”.
      </p>
    </Notice>
  )
}
