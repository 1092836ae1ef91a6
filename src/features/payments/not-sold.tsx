import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { applicationStatusLabel } from '#domain/application-state.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { NarrowPage, Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useToast } from '#ui/toast.tsx'
import type { ClosedReason } from './rules.ts'
import { SupportContacts } from './support-contacts.tsx'

export function ApplicationNotFound() {
  return (
    <Section narrow>
      <EmptyState
        level="h1"
        icon="i-file-question"
        title="Application Not Found"
        text="The application you're looking for doesn't exist."
      >
        <ButtonLink href={href('apply')}>Start an application</ButtonLink>
      </EmptyState>
    </Section>
  )
}

/** Milliseconds for reading the warning before the redirect. */
const readingTime = 4_000

export function ApplicationNotApproved({ status }: { status: string }) {
  const [, navigate] = useLocation()
  const toast = useToast()
  useEffect(() => {
    toast({
      title: 'Application Not Approved',
      description: 'This application has not been approved yet.',
      variant: 'destructive',
    })
    const timer = setTimeout(() => navigate(href('apply')), readingTime)
    return () => clearTimeout(timer)
  }, [navigate, toast])
  return (
    <Section narrow>
      <noscript>
        <meta httpEquiv="refresh" content={`${readingTime / 1000};url=${href('apply')}`} />
      </noscript>
      <PageHeading>Application Not Approved</PageHeading>
      <Notice tone="warning" className="mt-6" title="This application has not been approved yet.">
        <p>Its status is: {applicationStatusLabel(status)}. You are being taken to the application form.</p>
      </Notice>
      <ButtonLink href={href('apply')} className="mt-8">
        Go to the application form
      </ButtonLink>
    </Section>
  )
}

const taken = 'Paying does not change this. Ask us why, and what you need to do.'
const words: Record<ClosedReason, { title: string; lead: string }> = {
  closed: {
    title: 'Payment for this application is closed',
    lead: 'We returned a payment and cannot take another one for now. Ask us why, and what you need to do.',
  },
  past: {
    title: 'The date of your event has passed',
    lead: 'We only list public events that are still to come. If the date is wrong or has moved, correct it. Otherwise apply for your next event.',
  },
  refused: {
    title: 'Your event was assessed and is not accredited',
    lead: 'The page of your application and the email on the decision give the reasons and say how to appeal. You cannot pay for it unless an appeal is upheld.',
  },
  suspended: { title: 'Your accreditation is suspended', lead: taken },
  revoked: { title: 'Your accreditation is revoked', lead: taken },
}

/** Nothing can be paid for: it was taken off the register, refused or closed, or the event is over. */
export function AccreditationWithheld({ appId, why }: { appId: string; why: ClosedReason }) {
  const { title, lead } = words[why]
  return (
    <NarrowPage title={title} lead={lead}>
      <SupportContacts className="mt-8 text-muted" />
      <p className="mt-8 flex flex-wrap gap-3">
        <ButtonLink href={href('myApplication', { appId })}>See your application</ButtonLink>
        <ButtonLink href={href('funnelSuccess', { appId })} variant="quiet">
          See your order
        </ButtonLink>
      </p>
    </NarrowPage>
  )
}
