import { AdminTime } from '#ui/admin-time.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ChipLinks } from '#ui/chip.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { ReviewText } from '../review-text.tsx'
import type { ReviewData } from '../server.ts'
import type { ReviewForm } from '../use-review-form.ts'
import { timelineHref, timelineKindNames, timelineKinds } from './timeline-kinds.ts'

/** Everything that has happened, newest first, one kind of it at a time where that is asked for. */
export function Timeline({ data, form }: { data: ReviewData; form: ReviewForm }) {
  const { timeline, head, reviewers } = data
  const { kind, page, events, hasMore } = timeline
  const kinds = timelineKindNames.filter((name) => name !== 'payments' || head.showsMoney)
  return (
    <TitledSection id="timeline" title="What happened" heading="mb-3 text-xl">
      <ChipLinks
        label="Kinds of events"
        chips={[
          { label: 'Everything', href: timelineHref(head.id, null), current: kind === null },
          ...kinds.map((name) => ({
            label: timelineKinds[name],
            href: timelineHref(head.id, name),
            current: kind === name,
          })),
        ]}
      />
      <div className="mt-6 flex flex-col gap-4">
        <ReviewText form={form} name="note" hint={noteHint(reviewers.map(({ name }) => name))} />
        <Button {...form.button('note')} variant="quiet" className="self-start">
          Add note
        </Button>
      </div>
      {events.length === 0 && <p className="mt-6 text-muted">Nothing of this kind has happened.</p>}
      <ol className="mt-6 flex flex-col gap-4">
        {events.map(({ key, at, what, why }) => (
          <li key={key} className="pl-4 border-l-3 border-border">
            <p className="font-semibold break-words">{what}</p>
            <p className="text-sm text-muted">
              <AdminTime at={at} />
            </p>
            {why && <p className="mt-1 whitespace-pre-line break-words">{why}</p>}
          </li>
        ))}
      </ol>
      <p className="mt-6 flex flex-wrap gap-3">
        {page > 1 && (
          <ButtonLink variant="quiet" href={timelineHref(head.id, kind, page - 1)}>
            Newer
          </ButtonLink>
        )}
        {hasMore && (
          <ButtonLink variant="quiet" href={timelineHref(head.id, kind, page + 1)}>
            Older
          </ButtonLink>
        )}
      </p>
    </TitledSection>
  )
}

function noteHint(names: string[]): string {
  const some = names.slice(0, 4).map((name) => `@${name}`)
  return `Only people in the admin area can see this. You cannot change a note. Write @ and a name to tell a colleague: ${some.join(', ')}${names.length > some.length ? ' and others' : ''}.`
}
