import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea } from '#ui/field.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextList } from '#ui/text.tsx'
import type { DecisionData } from './decision/server.ts'
import { barWords } from './rules.ts'
import type { ReviewedCase } from './server/read-review.ts'
import { type ReviewForm, ReviewText, reviewFormId } from './use-review-form.tsx'

type SectionProps = { data: DecisionData; form: ReviewForm }
type SharedProps = { data: ReviewedCase; form: ReviewForm }

export function DecisionForm({ data: { application, open }, form }: SharedProps) {
  if (application.status !== 'submitted' || application.withdrawnAt) return null
  return (
    <Card as="section" className="flex flex-col gap-5">
      <h2 className="text-xl">Decision</h2>
      {application.factsChangedAt && (
        <Notice tone="warning" title="It was approved before">
          <p>
            On {londonDateOf(application.factsChangedAt)} the applicant changed what the approval was about. The history
            says what.
          </p>
        </Notice>
      )}
      {(open.approve === 'refused' || open.approve === 'past') && (
        <Notice tone="warning" title="You cannot approve this application" text={barWords[open.approve]} />
      )}
      <p className="text-muted">
        Once approved, the user will be redirected to payment. You can withdraw an approval until something is paid. A
        rejection stays unless an appeal against it is upheld.
      </p>
      <ReviewText form={form} name="reason" />
      <div className="flex flex-wrap gap-3">
        {open.approve === null && (
          <Button {...form.button('approved')} busyText="Approving…">
            Approve
          </Button>
        )}
        <Button {...form.button('rejected')} variant="danger" busyText="Rejecting…">
          Reject
        </Button>
      </div>
    </Card>
  )
}

/** Nothing changes before it is accepted. */
export function ProposedChange({ data: { proposal }, form }: SectionProps) {
  if (!proposal) return null
  return (
    <Card as="section" className="flex flex-col gap-4 break-words">
      <h2 className="text-xl">Proposed change</h2>
      <p>
        On {londonDateOf(proposal.proposedAt)} the applicant proposed this. The application and the register keep the
        old facts until you accept it. Criteria that were judged are then judged again.
      </p>
      <TextList items={proposal.changes.split('\n')} />
      <input type="hidden" form={reviewFormId} name="proposal" value={proposal.id} />
      <ReviewText form={form} name="change" />
      <div className="flex flex-wrap gap-3">
        <Button {...form.button('accept-change')}>Accept the change</Button>
        <Button {...form.button('refuse-change')} variant="danger">
          Refuse the change
        </Button>
      </div>
    </Card>
  )
}

const stages = {
  open: 'It has not ended yet. Whether the event meets the criteria is decided there, by two people.',
  passed: 'It ended with accreditation: two people found that the event meets the criteria.',
  refused: 'It ended in a refusal. Unless an appeal is upheld, the application cannot be approved or paid for.',
}

/** A declared conflict of interest holds for the review and the assessment. */
export function OtherDecision({ data: { assessment }, form, mayAssess }: SectionProps & { mayAssess: boolean }) {
  if (!assessment) return null
  return (
    <Card as="section" className="flex flex-col gap-4">
      <h2 className="text-xl">Assessment</h2>
      <p>
        {stages[assessment.stage]}{' '}
        {mayAssess && <a href={adminHref('assessment', { id: assessment.id })}>See the assessment</a>}
      </p>
      <Disclosure summary="Declare a conflict of interest" open={form.problem('conflict') ? true : undefined}>
        <div className="flex flex-col gap-4">
          <ReviewText form={form} name="conflict" />
          <Button {...form.button('conflict')} variant="danger" className="self-start">
            Declare
          </Button>
        </div>
      </Disclosure>
    </Card>
  )
}

/** After a refund for cause. */
export function ClosedCheckout({ data: { checkoutClosedAt }, form }: SectionProps) {
  if (!checkoutClosedAt) return null
  return (
    <Card as="section" className="flex flex-col gap-5">
      <h2 className="text-xl">Checkout closed</h2>
      <p>
        Since {londonDateOf(checkoutClosedAt)} the applicant cannot pay for this application, because a payment was
        refunded for cause.
      </p>
      <ReviewText form={form} name="opening" />
      <Button {...form.button('open-checkout')} variant="quiet" className="self-start">
        Open the checkout
      </Button>
    </Card>
  )
}

/** Once something was paid, the entry is suspended instead. The people who decide do not see payments. */
export function WithdrawalForm({
  data: { application, entryId },
  form,
  maySuspend,
}: SectionProps & { maySuspend: boolean }) {
  if (application.status !== 'approved') return null
  if (!application.canBeWithdrawn) {
    const isSuspending = entryId !== null && maySuspend
    return (
      <TitledSection id="mistaken" title="A mistaken approval" heading="mb-2 text-xl">
        <p>
          You can no longer withdraw the approval.{' '}
          {isSuspending ? (
            <a href={adminHref('adminEntry', { id: entryId! })}>Suspend the entry</a>
          ) : entryId ? (
            'An editor or an owner can suspend the entry.'
          ) : (
            'Nothing is published yet. Ask someone with the finance role what can be done.'
          )}
        </p>
      </TitledSection>
    )
  }
  return (
    <Card as="section" className="flex flex-col gap-5">
      <h2 className="text-xl">A mistaken approval</h2>
      <p className="text-muted">
        You can withdraw the approval until something is paid. The application then needs a decision again.
      </p>
      <ReviewText form={form} name="withdrawal" />
      <Button {...form.button('withdrawn')} variant="danger" busyText="Withdrawing…" className="self-start">
        Withdraw the approval
      </Button>
    </Card>
  )
}

export function Overtaken({ data: { application }, form }: SharedProps) {
  const { reason, question, withdrawal } = form.overtaken
  const texts = [
    application.status !== 'submitted' && { name: 'reason', label: 'Your reason', text: reason },
    application.status !== 'submitted' && { name: 'question', label: 'Your question', text: question },
    !application.canBeWithdrawn && {
      name: 'withdrawal',
      label: 'Your reason for the withdrawal',
      text: withdrawal,
    },
  ].filter((kept) => kept && kept.text.trim() !== '') as { name: string; label: string; text: string }[]
  if (texts.length === 0) return null
  return (
    <Card as="section" className="flex flex-col gap-5">
      <h2 className="text-xl">Not saved</h2>
      <p>The application has changed. If you still need this text, copy it into a note.</p>
      {texts.map(({ name, label, text }) => (
        <TextArea key={name} form={reviewFormId} label={label} name={name} rows={4} readOnly defaultValue={text} />
      ))}
    </Card>
  )
}
