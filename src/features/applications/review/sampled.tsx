import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextArea } from '#ui/field.tsx'
import type { DecisionData } from './decision/server.ts'
import type { SampleOutcome } from './queries.ts'
import { ReviewText } from './review-text.tsx'
import { sampleWords } from './rules.ts'
import { type ReviewForm, reviewFormId } from './use-review-form.ts'

const outcomeWords: Record<SampleOutcome, string> = {
  fine: 'it is fine.',
  wrong: 'something is wrong.',
  withdrawn: 'the approval was withdrawn.',
}

export function Sampled({ data: { application, sample, typed }, form }: { data: DecisionData; form: ReviewForm }) {
  if (!sample) return null
  const isFinal = application.status === 'approved' && !application.canBeWithdrawn
  const { lookedAt, refusedApplicationId: refused, refusedReference: reference } = sample
  return (
    <Card as="section" className="flex flex-col gap-5">
      <h2 className="text-xl">{lookedAt ? 'Sampled' : 'Sampled: check it'}</h2>
      <p>
        {sampleWords(sample)} {refused && <a href={adminHref('review', { id: refused })}>Application {reference}</a>}
      </p>
      {lookedAt && typed.looked && (
        <TextArea
          form={reviewFormId}
          label="Not saved: what you typed"
          name="looked"
          rows={3}
          readOnly
          defaultValue={typed.looked}
        />
      )}
      {lookedAt ? (
        <p>
          {sample.lookedAtByName} checked it on {londonDateOf(lookedAt)}: {outcomeWords[sample.outcome ?? 'fine']}
        </p>
      ) : (
        <>
          <ReviewText
            form={form}
            name="looked"
            hint={`Only people in the admin area can see this. It is kept in the history. ${isFinal ? 'You can no longer withdraw the approval. If something is wrong, ask for the entry to be suspended, and say so here.' : 'If something is wrong, withdraw the approval below instead.'}`}
          />
          <div className="flex flex-wrap gap-3">
            <Button {...form.button('looked-at')} variant="quiet">
              It is fine
            </Button>
            {isFinal && (
              <Button {...form.button('found-wrong')} variant="quiet">
                Something is wrong
              </Button>
            )}
          </div>
        </>
      )}
    </Card>
  )
}
