import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { VisuallyHidden } from './text.tsx'

/** 'Step 1 of 4', and the share of the steps that are done. `step` counts from 1. */
export function ProgressBar({ step, of, name }: { step: number; of: number; name?: string | undefined }) {
  const percent = Math.round(((step - 1) / of) * 100)
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-3 mb-2 text-sm">
        <span className="font-semibold">
          Step {step} of {of}
          {name && <span className="font-normal text-muted">: {name}</span>}
        </span>
        <span className="text-muted figures">{percent}% complete</span>
      </p>
      <progress className="progress" value={percent} max={100} aria-label={`Step ${step} of ${of}`}>
        {percent}%
      </progress>
    </div>
  )
}

type StepsProps = {
  label: string
  steps: readonly string[]
  current: number
  left?: readonly number[]
}

/** Those before `current` (counted from 0) are done, but for those in `left`. */
export function Steps({ label, steps, current, left = [] }: StepsProps) {
  const isDone = (index: number) => index < current && !left.includes(index)
  return (
    <div>
      <VisuallyHidden>{label}</VisuallyHidden>
      <ol className="flex flex-col sm:flex-row">
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={index === current ? 'step' : undefined}
            className={classNames(
              'flex-1 flex items-center gap-2 py-2 pl-4 border-l-3 sm:pl-0 sm:border-l-0 sm:border-t-3',
              index === current || isDone(index) ? 'border-action' : 'border-border',
              index === current ? 'font-semibold' : 'text-muted',
            )}
          >
            {isDone(index) ? (
              <Icon icon="i-check" className="text-link" />
            ) : (
              <span className="figures">{index + 1}.</span>
            )}
            {step}
            {isDone(index) && <span className="visually-hidden"> (done)</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}
