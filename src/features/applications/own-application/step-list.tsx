import { londonDateOf } from '#domain/london-time.ts'
import { AskForLink } from '#features/applications/access/ask-for-link.tsx'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { momentWords } from './rules.ts'
import type { Step, StepId } from './steps.ts'

export function StepList({ steps, appId }: { steps: Step[]; appId: string }) {
  return (
    <ol className="mt-4 border-t border-border">
      {steps.map((step) => {
        const way = step.state === 'current' && step.waitsFor === 'you' ? ways(appId)[step.id] : undefined
        return (
          <li key={step.id} className="flex gap-3 py-4 border-b border-border">
            <Mark state={step.state} />
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h3 className={step.state === 'later' ? 'text-lg text-muted' : 'text-lg'}>{step.title}</h3>
                {step.waitsFor && (
                  <Badge tone={step.waitsFor === 'you' ? 'warning' : 'neutral'}>
                    {step.waitsFor === 'you' ? 'Waiting for you' : 'Waiting for us'}
                  </Badge>
                )}
              </div>
              {step.at && (
                <p className="figures">{`${step.state === 'ended' ? 'Ended' : 'Done'} on ${momentWords(step.at)}`}</p>
              )}
              {step.expected && (
                <p className="figures">
                  Expected by {step.id === 'decision' ? londonDateOf(step.expected) : momentWords(step.expected)}
                </p>
              )}
              <p className="text-muted">{step.text}</p>
              {step.id === 'identity' && step.waitsFor === 'you' && <AskForLink applicationId={appId} />}
              {way && (
                <p>
                  <a href={way.href} className="inline-block py-2 font-semibold">
                    {way.label}
                  </a>
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Mark({ state }: { state: Step['state'] }) {
  if (state === 'done') {
    return (
      <>
        <Icon icon="i-circle-check" className="mt-1 text-accredited" />
        <span className="visually-hidden">Done: </span>
      </>
    )
  }
  if (state === 'ended') return <Icon icon="i-circle-alert" className="mt-1 text-danger" />
  return <Icon icon="i-info" className={state === 'current' ? 'mt-1 text-link' : 'mt-1 text-muted'} />
}

function ways(appId: string): Partial<Record<StepId, { href: string; label: string }>> {
  return {
    listing: { href: href('listingCheckout', { appId }), label: 'Go to the annual listing' },
    evidence: { href: href('evidence', { appId }), label: 'Send your documents' },
  }
}
