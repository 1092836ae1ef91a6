import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { applicationStatusLabel } from '#domain/application-state.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useToast } from '#ui/toast.tsx'

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
