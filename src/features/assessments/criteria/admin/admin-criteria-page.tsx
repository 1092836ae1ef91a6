import { useContext } from 'react'
import { adminHref } from '#admin-pages.ts'
import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { AdminList } from '#ui/admin-list.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Checkbox } from '#ui/choices.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextArea } from '#ui/field.tsx'
import { Outcome } from '#ui/form.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { MoveForm } from '#ui/move-form.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { PostedContext } from '#ui/posted-context.ts'
import { Table } from '#ui/table.tsx'
import { problemOf } from '#wire/form.ts'
import { definePage } from '#wire/page.ts'
import { criterionGroupNames, criterionGroups } from '../criterion-groups.ts'
import type { CriteriaDifference } from '../rules.ts'
import { levelSummary } from '../rules.ts'
import { CriteriaCatalogue, CriteriaDifferences } from '../standards.tsx'
import type { adminCriteria } from './server.ts'

type Data = PageData<typeof adminCriteria>
type DraftData = NonNullable<Data['draft']>

export const page = definePage<Data>(AdminCriteriaPage, 'Criteria')

function AdminCriteriaPage({ data }: { data: Data }) {
  const { published, draft } = data
  const { version } = published
  return (
    <>
      <PageHeading lead="What assessments ask for. You cannot change a published version. An assessment keeps the version that it started with." />
      <Outcome />
      <p className="mt-6">
        Version {version} was published on {londonDateOf(published.publishedAt)}, and is{' '}
        <a href={`${href('about')}#standards`}>what the public sees</a>.
      </p>
      {draft ? <Draft data={data} draft={draft} /> : <NoDraft data={data} />}
    </>
  )
}

function NoDraft({ data: { published } }: { data: Data }) {
  const note = useContext(PostedContext)?.typed.note
  return (
    <>
      {note && (
        <TextArea
          name="note"
          label="Not published: what you typed"
          rows={3}
          readOnly
          defaultValue={note}
          fieldClassName="mt-6 max-w-form"
        />
      )}
      <form method="post" action={adminHref('adminCriteria')} className="mt-6">
        <input type="hidden" name="intent" value="begin" />
        <Button>Start a draft of version {published.version + 1}</Button>
      </form>
      <TitledSection id="published" title={`Version ${published.version}`} className="mt-12" heading="mb-4 text-xl">
        <CriteriaCatalogue criteria={published.criteria} />
      </TitledSection>
    </>
  )
}

function Draft({ data, draft }: { data: Data; draft: DraftData }) {
  const { version } = data.published
  const { changedAt, changedByName, revision } = draft
  return (
    <>
      <TitledSection id="draft" title={`Draft of version ${version + 1}`} className="mt-10" heading="mb-2 text-xl">
        <p className="mb-4 text-muted">
          Changed on {londonDateOf(changedAt)} at {londonClockOf(changedAt)}
          {changedByName && ` by ${changedByName}`}.
        </p>
        <DraftList draft={draft} />
        <ButtonLink href={adminHref('adminCriterion', { id: 'new' })} variant="quiet" className="mt-4">
          Add a criterion
        </ButtonLink>
      </TitledSection>
      <TitledSection
        id="differences"
        title={`Changes from version ${version}`}
        className="mt-12"
        heading="mb-4 text-xl"
      >
        {draft.differences.length === 0 ? (
          <p className="text-muted">Nothing yet.</p>
        ) : (
          <FieldDifferences differences={draft.differences} />
        )}
        <Disclosure summary="Preview of the public page" className="mt-6">
          <CriteriaCatalogue criteria={draft.criteria} />
        </Disclosure>
      </TitledSection>
      <PublishForm data={data} draft={draft} />
      <TitledSection id="discard" title="Discard" className="mt-12 max-w-form" heading="mb-4 text-xl">
        <Disclosure summary="Discard the draft">
          <p className="mb-4">
            You lose every change in it, including changes by other people. Version {version} does not change.
          </p>
          <PostButton command="discard" fields={{ revision }} label="Discard all changes" variant="danger" />
        </Disclosure>
      </TitledSection>
    </>
  )
}

function DraftList({ draft: { criteria, revision } }: { draft: DraftData }) {
  const groups = criterionGroupNames.map((group) => criteria.filter((criterion) => criterion.group === group))
  return (
    <AdminList
      caption="Criteria of the draft, by group"
      empty="The draft has no criteria."
      emptyClassName=""
      columns={[
        { label: 'Criterion', href: ({ id }) => adminHref('adminCriterion', { id }), cell: 'name' },
        { label: 'Group', cell: ({ group }) => criterionGroups[group] },
        {
          label: 'Asked for',
          grows: true,
          cell: (criterion) => `${levelSummary(criterion)}${criterion.expires ? ', with its last day' : ''}`,
        },
        {
          label: 'Place',
          acts: true,
          cell: (criterion) => (
            <MoveForm
              fields={{ criterion: criterion.id, revision }}
              name={criterion.name}
              isFirst={groups.some(([first]) => first === criterion)}
              isLast={groups.some((group) => group.at(-1) === criterion)}
            />
          ),
        },
      ]}
      rows={groups.flat()}
    />
  )
}

function FieldDifferences({ differences }: { differences: CriteriaDifference[] }) {
  const changed = differences.filter((difference) => difference.kind === 'changed')
  return (
    <>
      <CriteriaDifferences differences={differences} />
      <div className="mt-4 flex flex-col gap-2">
        {changed.map(({ id, name, fields }) => (
          <Disclosure key={id} summary={`${name}: before and after`}>
            <Table
              caption={`${name}: before and after`}
              columns={['Field', 'Published', 'Draft']}
              rows={fields.map(({ field, before, after }) => ({
                key: field,
                cells: [
                  field,
                  <del key="before" className="whitespace-pre-line">
                    {before}
                  </del>,
                  <ins key="after" className="whitespace-pre-line">
                    {after}
                  </ins>,
                ],
              }))}
            />
          </Disclosure>
        ))}
      </div>
    </>
  )
}

function PublishForm({ data: { published }, draft }: { data: Data; draft: DraftData }) {
  const posted = useContext(PostedContext)
  const { typed: { note = '' } = {}, problems = [] } = posted ?? {}
  const version = published.version + 1
  return (
    <TitledSection
      id="publish"
      title={`Publish version ${version}`}
      className="mt-12 max-w-form"
      heading="mb-4 text-xl"
    >
      <form
        key={`${draft.revision} ${JSON.stringify(posted)}`}
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
        <Button className="self-start">Publish version {version}</Button>
      </form>
    </TitledSection>
  )
}
