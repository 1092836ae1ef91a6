import { adminHref } from '#admin-pages.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/choices.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextArea } from '#ui/field.tsx'
import { problemOf } from '#wire/form.ts'
import type { AdminCriteriaData, CriteriaDraft } from './state.ts'

/** Publishes the draft as the next version, with what is new in it. */
export function PublishForm({
  data: { published, note, problems, notice },
  draft,
}: {
  data: AdminCriteriaData
  draft: CriteriaDraft
}) {
  const version = published.version + 1
  return (
    <section aria-labelledby="publish" className="mt-12 max-w-form">
      <h2 id="publish" className="mb-4 text-xl">
        Publish version {version}
      </h2>
      <form
        key={`${draft.revision} ${notice} ${JSON.stringify(problems)}`}
        method="post"
        action={adminHref('adminCriteria')}
        noValidate
        data-unsaved={note ? '' : undefined}
        className="flex flex-col gap-6"
      >
        <ErrorSummary problems={problems} />
        <input type="hidden" name="intent" value="publish" />
        <input type="hidden" name="revision" value={draft.revision} />
        <TextArea
          name="note"
          label="What is new"
          hint="The public sees this beside the version."
          rows={3}
          maxLength={1000}
          defaultValue={note}
          error={problemOf(problems, 'note')}
        />
        <Checkbox
          name="sure"
          value="1"
          label={`I have checked the changes. New assessments use version ${version}, and it cannot be changed.`}
          error={problemOf(problems, 'sure')}
        />
        <Button type="submit" className="self-start">
          Publish version {version}
        </Button>
      </form>
    </section>
  )
}
