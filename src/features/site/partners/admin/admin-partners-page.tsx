import { adminHref } from '#admin-pages.ts'
import { AdminTable } from '#ui/admin-table.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Checkbox } from '#ui/choices.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextInput } from '#ui/field.tsx'
import { MoveForm } from '#ui/move-form.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import type { AdminPartnersData } from './state.ts'

export const page = definePage<AdminPartnersData>({
  Component: AdminPartnersPage,
  meta: () => ({ title: 'Partners' }),
})

const notices = {
  added: 'The partner was added',
  saved: 'The partner was saved',
  moved: 'The order was changed',
  conflict: 'Not saved: the partner has changed since you opened it',
}

function AdminPartnersPage({ data }: { data: AdminPartnersData }) {
  return (
    <>
      <PageHeading lead="In the order in which the public page shows them.">Partners</PageHeading>
      {data.notice && (
        <Notice
          tone={data.notice === 'conflict' ? 'warning' : 'success'}
          live={data.notice === 'conflict' ? 'alert' : 'status'}
          title={notices[data.notice]}
          className="mt-6"
        >
          {data.notice === 'conflict' && (
            <p>What you typed is still in the form. If you save again, it replaces what is stored now.</p>
          )}
        </Notice>
      )}
      <List data={data} />
      <PartnerForm data={data} />
    </>
  )
}

function List({ data: { partners } }: { data: AdminPartnersData }) {
  if (partners.length === 0) return <EmptyState className="mt-8" icon="i-handshake" title="No partner yet." />
  return (
    <AdminTable
      caption="Partners in their order"
      columns={[
        { label: 'Partner' },
        { label: 'Shown' },
        { label: 'Website', grows: true },
        { label: 'Place', acts: true },
      ]}
      rows={partners.map((partner, index) => ({
        key: partner.id,
        cells: [
          <a key="name" href={adminHref('adminPartners', { edit: partner.id })}>
            {partner.name}
          </a>,
          <span key="shown">
            <Badge tone={partner.active ? 'accredited' : 'neutral'}>{partner.active ? 'Shown' : 'Not shown'}</Badge>
            {partner.isDemo && <Badge>Demonstration</Badge>}
          </span>,
          partner.url,
          <MoveForm
            key="place"
            action={adminHref('adminPartners')}
            fields={{ partner: partner.id }}
            name={partner.name}
            isFirst={index === 0}
            isLast={index === partners.length - 1}
          />,
        ],
      }))}
    />
  )
}

function PartnerForm({ data: { editing, typed, problems, seen, notice } }: { data: AdminPartnersData }) {
  const errorOf = (field: string) => problems.find((problem) => problem.field === field)?.message
  return (
    <section aria-labelledby="partner-form" className="mt-12 max-w-form">
      <h2 id="partner-form" className="mb-4 text-xl">
        {editing ? 'Change the partner' : 'Add a partner'}
      </h2>
      <form
        key={`${editing} ${seen} ${JSON.stringify(problems)}`}
        method="post"
        action={adminHref('adminPartners', { edit: editing })}
        noValidate
        data-unsaved={notice === 'conflict' ? '' : undefined}
        className="flex flex-col gap-6"
      >
        <ErrorSummary problems={problems} />
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="seen" value={seen} />
        <TextInput name="name" label="Name" defaultValue={typed.name} maxLength={120} error={errorOf('name')} />
        <TextInput
          name="url"
          label="Website"
          optional
          inputMode="url"
          defaultValue={typed.url}
          maxLength={500}
          error={errorOf('url')}
        />
        <TextInput
          name="logoUrl"
          label="Logo"
          optional
          hint="An https:// address of a JPEG, PNG, WebP or AVIF file of at most 3 MB"
          inputMode="url"
          defaultValue={typed.logoUrl}
          maxLength={500}
          error={errorOf('logoUrl')}
        />
        <Checkbox name="active" value="1" label="Shown on the site" defaultChecked={typed.active === '1'} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit">{editing ? 'Save partner' : 'Add partner'}</Button>
          {editing && (
            <ButtonLink variant="link" href={adminHref('adminPartners')}>
              Add another instead
            </ButtonLink>
          )}
        </div>
      </form>
    </section>
  )
}
