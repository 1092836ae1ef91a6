import { adminHref } from '#admin-pages.ts'
import { rolesLabel } from '#domain/permissions.ts'
import type { PageData } from '#page/page.ts'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Form } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { sortBy, sortText } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { inviteForm, type PeopleSort, type PersonState, personStateLabels, usualPeopleSort } from './rules.ts'
import type { people } from './server.ts'

type Data = PageData<typeof people>

export const page = definePage<Data>(PeoplePage, 'People')

function PeoplePage({ data }: { data: Data }) {
  const { sort } = data
  const sorted = (by: PeopleSort['by']) =>
    sortBy(by, sort, (next) => adminHref('people', { sort: sortText(next, usualPeopleSort) }))
  return (
    <>
      <PageHeading lead="Who can sign in to the admin area, and their roles. A person with several roles can do everything that each role allows." />
      <AdminTable
        caption={`People of the admin area, sorted by ${sort.by === 'name' ? 'name' : 'when they signed in'}`}
        columns={[
          { label: 'Name', sort: sorted('name'), href: ({ id }) => adminHref('person', { id }), cell: 'name' },
          { label: 'Email', grows: true, cell: 'email' },
          { label: 'Roles', grows: true, cell: ({ roles }) => rolesLabel(roles) },
          { label: 'State', cell: ({ state }) => <PersonBadge state={state} /> },
          { label: 'Second factor', wide: true, cell: ({ hasFactor }) => (hasFactor ? 'On' : 'Off') },
          {
            label: 'Last signed in',
            numeric: true,
            sort: sorted('signed-in'),
            cell: ({ signedInAt }) => (signedInAt ? <AdminTime at={signedInAt} /> : 'Never'),
          },
        ]}
        rows={data.people}
      />
      <Invite />
    </>
  )
}

export function PersonBadge({ state }: { state: PersonState }) {
  const tone = state === 'active' ? 'accredited' : state === 'invited' ? 'gold' : 'neutral'
  return <Badge tone={tone}>{personStateLabels[state]}</Badge>
}

function Invite() {
  return (
    <TitledSection id="invite" title="Invite someone" className="mt-12 max-w-form">
      <p className="mt-3 text-muted">We email them a link to set their password and their second factor.</p>
      <Form
        of={inviteForm}
        command="invite"
        button="Send the invitation"
        choiceFields={ChoiceField}
        wide
        className="mt-6 flex flex-col gap-6"
      />
    </TitledSection>
  )
}
