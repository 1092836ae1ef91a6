import { adminHref } from '#admin-pages.ts'
import { rolesLabel } from '#domain/permissions.ts'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextInput } from '#ui/field.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { sortBy, sortText } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { RolesField } from './roles-field.tsx'
import { personStateLabels } from './rules.ts'
import { type PeopleData, type PeopleSort, type PersonState, usualPeopleSort } from './state.ts'

export const page = definePage<PeopleData>({ Component: PeoplePage, meta: () => ({ title: 'People' }) })

function PeoplePage({ data }: { data: PeopleData }) {
  const { sort } = data
  const sorted = (by: PeopleSort['by']) =>
    sortBy(by, sort, (next) => adminHref('people', { sort: sortText(next, usualPeopleSort) }))
  return (
    <>
      <PageHeading lead="Who can sign in to the admin area, and their roles. A person with several roles can do everything that each role allows.">
        People
      </PageHeading>
      <AdminTable
        caption={`People of the admin area, sorted by ${sort.by === 'name' ? 'name' : 'when they signed in'}`}
        columns={[
          { label: 'Name', sort: sorted('name') },
          { label: 'Email', grows: true },
          { label: 'Roles', grows: true },
          { label: 'State' },
          { label: 'Second factor', wide: true },
          { label: 'Last signed in', numeric: true, sort: sorted('signed-in') },
        ]}
        rows={data.people.map((person) => ({
          key: person.id,
          cells: [
            <a key="name" href={adminHref('person', { id: person.id })}>
              {person.name}
            </a>,
            person.email,
            rolesLabel(person.roles),
            <PersonBadge key="state" state={person.state} />,
            person.hasFactor ? 'On' : 'Off',
            person.signedInAt ? <AdminTime key="at" at={person.signedInAt} /> : 'Never',
          ],
        }))}
      />
      <Invite data={data} />
    </>
  )
}

export function PersonBadge({ state }: { state: PersonState }) {
  const tone = state === 'active' ? 'accredited' : state === 'invited' ? 'gold' : 'neutral'
  return <Badge tone={tone}>{personStateLabels[state]}</Badge>
}

function Invite({ data: { form, errors } }: { data: PeopleData }) {
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message
  return (
    <section aria-labelledby="invite" className="mt-12 max-w-form">
      <h2 id="invite">Invite someone</h2>
      <p className="mt-3 text-muted">We email them a link to set their password and their second factor.</p>
      <form method="post" action={adminHref('people')} className="mt-6 flex flex-col gap-6">
        <ErrorSummary problems={errors} />
        <TextInput
          label="Name"
          name="name"
          autoComplete="off"
          required
          maxLength={100}
          defaultValue={form.name}
          error={errorOf('name')}
        />
        <TextInput
          label="Email address"
          name="email"
          type="email"
          autoComplete="off"
          required
          maxLength={254}
          defaultValue={form.email}
          error={errorOf('email')}
        />
        <RolesField label="Roles" held={form.roles.split(',')} error={errorOf('roles')} />
        <Button type="submit" className="self-start">
          Send the invitation
        </Button>
      </form>
    </section>
  )
}
