import { Button } from './button.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { TextArea } from './field.tsx'

type AnswerFormProps = {
  action: string
  hint: string
  maxLength: number
  answer: string
  problem: string | null
}

/** Its field is called `answer`. */
export function AnswerForm({ action, hint, maxLength, answer, problem }: AnswerFormProps) {
  return (
    <form method="post" action={action} noValidate className="flex flex-col gap-6">
      <TextArea
        label="Your answer"
        hint={hint}
        name="answer"
        rows={8}
        maxLength={maxLength}
        defaultValue={answer}
        error={problem ?? undefined}
      />
      <Button className="self-start">Send answer</Button>
    </form>
  )
}

type UnsentAnswerProps = { answer: string; reference: string; reason: string; email: string }

/** For the person to keep. @param of.reason why it was not sent. @param of.email where it can go instead. */
export function UnsentAnswer({ answer, reference, reason, email }: UnsentAnswerProps) {
  return (
    <div className="mt-8 flex flex-col gap-6">
      <ErrorSummary problems={[{ field: 'answer', message: reason }]} />
      <TextArea
        label="Your answer"
        hint={`Copy it into an email to ${email}, and quote ${reference}.`}
        name="answer"
        rows={8}
        readOnly
        defaultValue={answer}
        error={reason}
      />
    </div>
  )
}
