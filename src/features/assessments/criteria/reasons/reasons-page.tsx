import { useContext } from 'react'
import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { AdminTable } from '#ui/admin-table.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Fields, Outcome } from '#ui/form.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { MoveForm } from '#ui/move-form.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { PostedContext } from '#ui/posted-context.ts'
import { definePage } from '#wire/page.ts'
import { type ReasonKind, reasonKindNames, reasonKinds } from '../reason-kinds.ts'
import { reasonForm } from './form.ts'
import type { adminReasons } from './server.ts'

type Data = PageData<typeof adminReasons>

export const page = definePage<Data>(ReasonsPage, 'Reasons and replies')

function ReasonsPage({ data }: { data: Data }) {
  return (
    <>
      <PageHeading lead="Texts that assessors choose from when they give a reason, and replies to the emails of cases. What was decided or sent keeps its own copy, so you can change a text at any time." />
      <Outcome />
      {reasonKindNames.map((kind) => (
        <Texts key={kind} kind={kind} texts={data.texts.filter((text) => text.kind === kind)} />
      ))}
      <ReasonForm data={data} />
    </>
  )
}

function Texts({ kind, texts }: { kind: ReasonKind; texts: Data['texts'] }) {
  const { label, use } = reasonKinds[kind]
  return (
    <TitledSection id={`reasons-${kind}`} title={label} className="mt-10" heading="text-xl">
      <p className="mb-3 text-muted">{use}</p>
      {texts.length === 0 ? (
        <p>There are no texts yet. Assessors write their own.</p>
      ) : (
        <AdminTable
          caption={`${label}: texts`}
          columns={[
            { label: 'Text', href: ({ id }) => `${adminHref('adminReasons', { edit: id })}#reason-form`, cell: 'text' },
            {
              label: 'Place',
              acts: true,
              cell: ({ id, text }, index) => (
                <MoveForm
                  fields={{ text: id }}
                  name={`“${text}”`}
                  isFirst={index === 0}
                  isLast={index === texts.length - 1}
                />
              ),
            },
          ]}
          rows={texts}
        />
      )}
    </TitledSection>
  )
}

function ReasonForm({ data: { editing, typed, seen } }: { data: Data }) {
  const { outcome, problems = [] } = useContext(PostedContext) ?? {}
  return (
    <TitledSection
      id="reason-form"
      title={editing ? 'Change the text' : 'Add a text'}
      className="mt-12 max-w-form"
      heading="mb-4 text-xl"
    >
      <form
        key={`${editing} ${seen} ${JSON.stringify(problems)}`}
        method="post"
        action={adminHref('adminReasons', { edit: editing })}
        noValidate
        data-unsaved={outcome?.tone === 'warning' ? '' : undefined}
        className="flex flex-col gap-6"
      >
        <ErrorSummary problems={problems} />
        <input type="hidden" name="seen" value={seen} />
        <Fields of={reasonForm} without={['seen']} typed={typed} problems={problems} />
        <div className="flex flex-wrap gap-3">
          <Button>{editing ? 'Save text' : 'Add text'}</Button>
          {editing && (
            <ButtonLink variant="link" href={adminHref('adminReasons')}>
              Add another instead
            </ButtonLink>
          )}
        </div>
      </form>
      {editing && (
        <Disclosure summary="Delete this text" className="mt-8">
          <p className="mb-4">Assessors can no longer choose it. Decisions that use it keep it.</p>
          <PostButton command="delete" fields={{ text: editing, seen }} label="Delete the text" variant="danger" />
        </Disclosure>
      )}
    </TitledSection>
  )
}
