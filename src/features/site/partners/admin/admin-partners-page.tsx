import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { AdminList } from '#ui/admin-list.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Fields, Outcome } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { MoveForm } from '#ui/move-form.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { definePage } from '#wire/page.ts'
import { partnerForm } from './form.ts'
import type { adminPartners } from './server.ts'

type Data = PageData<typeof adminPartners>

export const page = definePage<Data>(AdminPartnersPage, 'Partners')

function AdminPartnersPage({ data }: { data: Data }) {
  return (
    <>
      <PageHeading lead="In the order in which the public page shows them." />
      <Outcome />
      <List data={data} />
      <PartnerForm data={data} />
    </>
  )
}

function List({ data: { partners } }: { data: Data }) {
  return (
    <AdminList
      caption="Partners in their order"
      icon="i-handshake"
      empty="No partner yet."
      columns={[
        { label: 'Partner', href: ({ id }) => adminHref('adminPartners', { edit: id }), cell: 'name' },
        {
          label: 'Shown',
          cell: ({ active, isDemo }) => (
            <span>
              <Badge tone={active ? 'accredited' : 'neutral'}>{active ? 'Shown' : 'Not shown'}</Badge>
              {isDemo && <Badge>Demonstration</Badge>}
            </span>
          ),
        },
        { label: 'Website', grows: true, cell: 'url' },
        {
          label: 'Place',
          acts: true,
          cell: ({ id, name }, index) => (
            <MoveForm
              fields={{ partner: id }}
              name={name}
              isFirst={index === 0}
              isLast={index === partners.length - 1}
            />
          ),
        },
      ]}
      rows={partners}
    />
  )
}

function PartnerForm({ data: { partners, editing, ...data } }: { data: Data }) {
  const { typed, problems, notice } = usePosted('save')
  // After a conflict the form carries what is stored by now: sending it again puts what was typed in its place.
  const seen = notice ? data.seen : (typed.seen ?? data.seen)
  const edited = partners.find(({ id }) => id === editing)
  const stored = { name: edited?.name, url: edited?.url ?? '', logoUrl: edited?.logoUrl ?? '' }
  const values = Object.keys(typed).length > 0 ? typed : { ...stored, active: !edited || edited.active ? '1' : '' }
  return (
    <TitledSection
      id="partner-form"
      title={editing ? 'Change the partner' : 'Add a partner'}
      className="mt-12 max-w-form"
      heading="mb-4 text-xl"
    >
      <form
        key={`${editing} ${seen} ${JSON.stringify(problems)}`}
        method="post"
        action={adminHref('adminPartners', { edit: editing })}
        noValidate
        data-unsaved={notice ? '' : undefined}
        className="flex flex-col gap-6"
      >
        <ErrorSummary problems={problems} />
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="seen" value={seen} />
        <Fields of={partnerForm} without={['seen']} choiceFields={ChoiceField} typed={values} problems={problems} />
        <div className="flex flex-wrap gap-3">
          <Button>{editing ? 'Save partner' : 'Add partner'}</Button>
          {editing && (
            <ButtonLink variant="link" href={adminHref('adminPartners')}>
              Add another instead
            </ButtonLink>
          )}
        </div>
      </form>
    </TitledSection>
  )
}
