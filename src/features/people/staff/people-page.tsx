import { adminHref } from '../../../admin-pages.ts'
import { rolesLabel } from '../../../domain/permissions.ts'
import { AdminTime } from '../../../ui/admin-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { TextInput } from '../../../ui/field.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { Table } from '../../../ui/table.tsx'
import { definePage } from '../../../wire/page.ts'
import { RolesField } from './roles-field.tsx'
import { personStateLabels } from './rules.ts'
import type { PeopleData, PersonState } from './state.ts'

export const page = definePage<PeopleData>({ Component: PeoplePage, meta: () => ({ title: 'People' }) })

function PeoplePage({ data }: { data: PeopleData }) {
  return (
    <>
      <PageHeading lead="Who may sign in to the admin area, and as what. Somebody with several roles may do what any of them may.">
        People
      </PageHeading>
      <div className="mt-8">
        <Table
          caption="People of the admin area, by name"
          captionHidden
          columns={[
            { label: 'Name' },
            { label: 'Roles' },
            { label: 'State' },
            { label: 'Second factor' },
            { label: 'Last signed in' },
          ]}
          rows={data.people.map((person) => ({
            key: person.id,
            cells: [
              <span key="name" className="inline-block min-w-44">
                <SiteLink href={adminHref('person', { id: person.id })} className="inline-block py-1 font-semibold">
                  {person.name}
                </SiteLink>
                <span className="block text-sm text-muted break-all">{person.email}</span>
              </span>,
              rolesLabel(person.roles),
              <PersonBadge key="state" state={person.state} />,
              person.hasFactor ? 'On' : 'Off',
              person.signedInAt ? <AdminTime key="at" at={person.signedInAt} /> : 'Never',
            ],
          }))}
        />
      </div>
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
      <h2 id="invite">Invite somebody</h2>
      <p className="mt-3 text-muted">
        They get an email with a link, set their own password and then their second factor.
      </p>
      <form method="post" action={adminHref('people')} className="mt-6 flex flex-col gap-6">
        <ErrorSummary
          heading="There is a problem"
          errors={errors.map(({ field, message }) => ({ id: field, message }))}
        />
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
