import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Container } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import type { SentApplication } from './rules.ts'
import { readSentApplication } from './state.ts'

const redirectDelayMs = 2_500

export function ThankYou({ sent }: { sent: SentApplication }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [, navigate] = useLocation()
  // The next page looks in this browser's storage; where that is closed, the address says which application it is.
  const isKept = readSentApplication()?.id === sent.id
  const next = isKept ? href('preApproved') : href('preApproved', { application_id: sent.id })
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => navigate(next), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [navigate, next])
  return (
    <Container narrow className="py-12">
      <h1 ref={heading} tabIndex={-1}>
        Thank You
      </h1>
      <h2 className="mt-3 text-muted">Application Submitted</h2>
      <Notice tone="success" className="mt-6" title="Your reference">
        <p className="text-xl figures">{sent.reference}</p>
      </Notice>
      <p className="mt-6">We are taking you to the page of your application.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href={href('home')}>Return to Homepage</ButtonLink>
        <ButtonLink href={next} variant="quiet">
          Continue now
        </ButtonLink>
      </div>
    </Container>
  )
}
