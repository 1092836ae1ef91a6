import type { ReactNode } from 'react'
import { type Assurance, assuranceLevels } from '#domain/assurance.ts'
import type { Instant } from '#domain/formats.ts'
import { type AnswerFacts, answerWords, registerAnswer } from '#domain/register-answer.ts'
import { isAccredited } from '#domain/register-status.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { CheckedNow } from './checked-now.tsx'
import { statusIcons } from './register-status-badge.tsx'

export type AnswerData = {
  facts: AnswerFacts
  assurance: Assurance
  /** Public. */
  reason: string | null
  readAt: Instant
}

/** `heading` is between the band and the sentence, at the top of a page. */
export function RegisterAnswer({
  answer: { facts, assurance, reason, readAt },
  heading,
  className,
  children,
}: {
  answer: AnswerData
  heading?: ReactNode
  className?: string
  children?: ReactNode
}) {
  const { status } = facts
  const { label, sentence } = assuranceLevels[assurance]
  return (
    <div className={classNames('answer', status, className)}>
      <p>
        <Icon icon={statusIcons[status]} />
        {answerWords[status]}
      </p>
      <div className="grid gap-4 p-5 sm:p-6 print:gap-2">
        {heading}
        <p className="text-lg font-semibold figures">
          {registerAnswer(facts)} <CheckedNow readAt={readAt} />
        </p>
        {reason && !isAccredited(status) && <p>Reason: {reason}</p>}
        <p className="text-muted">
          How far it was checked: <strong>{label}.</strong> {sentence}
        </p>
        {children}
      </div>
    </div>
  )
}
