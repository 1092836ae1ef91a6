import { href } from '../../pages.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/layout.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import type { Closed } from './state.ts'
import { SupportContacts } from './support-contacts.tsx'

/** The admin area has taken the entry off the register, or sells nothing more: there is nothing to pay for, and somebody to ask. */
export function AccreditationWithheld({ appId, why }: { appId: string; why: Closed }) {
  return (
    <Section narrow>
      {why === 'closed' ? (
        <PageHeading lead="We returned a payment and cannot take another one for now. Ask us why, and what you need to do.">
          Payment for this application is closed
        </PageHeading>
      ) : (
        <PageHeading lead="Paying does not change this. Ask us why, and what you need to do.">
          Your accreditation is {why}
        </PageHeading>
      )}
      <div className="mt-8 text-muted">
        <SupportContacts />
      </div>
      <ButtonLink href={href('funnelSuccess', { appId })} className="mt-8">
        See your order
      </ButtonLink>
    </Section>
  )
}
