import { adminHref } from '#admin-pages.ts'
import { rolesLabel } from '#domain/permissions.ts'
import { ActionForm } from '#features/people/sign-in/action-form.tsx'
import { RecentSignIns } from '#features/people/sign-in/recent-sign-ins.tsx'
import type { PageData } from '#page/page.ts'
import { AdminTime } from '#ui/admin-time.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Form, Outcome } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { PersonBadge } from './people-page.tsx'
import { rolesForm } from './rules.ts'
import type { person } from './server.ts'

type Data = PageData<typeof person>

export const page = definePage<Data>(PersonPage, ({ person }) => person.name)

function PersonPage({ data }: { data: Data }) {
  const { person, isMe } = data
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'People', href: adminHref('people') }, { label: person.name }]} />
      <div className="mt-4 flex flex-wrap items-start justify-between gap-4">
        <PageHeading />
        <PersonBadge state={person.state} />
      </div>
      <Outcome />
      <DescriptionList
        className="mt-6"
        items={{
          Email: <span className="break-all">{person.email}</span>,
          Roles: rolesLabel(person.roles),
          Added: <AdminTime at={person.since} />,
          'Second factor': person.factorSince ? (
            <>
              On since <AdminTime at={person.factorSince} />
            </>
          ) : (
            'Off'
          ),
          'Open sessions': String(person.sessions),
          'Link to set a password': person.linkUntil && (
            <>
              Sent, works until <AdminTime at={person.linkUntil} />
            </>
          ),
          Changes: <a href={adminHref('auditLog', { subject: `person:${person.id}` })}>In the audit log</a>,
        }}
      />
      {isMe && (
        <p className="mt-4">
          This is you. Your password, second factor and sessions are in <a href={adminHref('account')}>your account</a>.
        </p>
      )}
      <RolesForm data={data} />
      <Access data={data} />
      <Events data={data} />
    </>
  )
}

function RolesForm({ data: { person } }: { data: Data }) {
  return (
    <TitledSection id="roles-heading" title="Roles" className="mt-10 max-w-form">
      <Form
        of={rolesForm}
        command="change-roles"
        button="Change the roles"
        variant="quiet"
        values={{ roles: person.roles.join(',') }}
        choiceFields={ChoiceField}
        wide
        className="mt-4 flex flex-col gap-4"
      />
    </TitledSection>
  )
}

function Access({ data: { person, isMe } }: { data: Data }) {
  const { state, name } = person
  return (
    <TitledSection id="access-heading" title="Access" className="mt-10 max-w-form">
      <div className="mt-4 flex flex-col gap-4">
        {state !== 'deactivated' && (
          <ActionForm
            command="send-link"
            summary={state === 'invited' ? 'Send the invitation again' : 'Send a link for a new password'}
            text={
              state === 'invited'
                ? 'We email a new link that works for 7 days. The earlier link stops working.'
                : 'We email a link that works for 7 days. Their current password works until they set a new one. Their second factor does not change.'
            }
            button={state === 'invited' ? 'Send the invitation again' : 'Send the link'}
          />
        )}
        {person.factorSince && !isMe && (
          <ActionForm
            command="reset-second-factor"
            summary="Reset the second factor"
            text={`First make sure, by phone or in person, that it is ${name} who has lost it. Anyone with the password can then sign in and set up a new one.`}
            button="Reset the second factor"
            variant="danger"
          />
        )}
        {person.sessions > 0 && !isMe && (
          <ActionForm
            command="end-sessions"
            summary="End their sessions"
            text="They must sign in again on every device."
            button="End every session"
          />
        )}
        {state === 'deactivated' ? (
          <ActionForm
            command="reactivate"
            summary="Let them sign in again"
            text="With the roles, password and second factor that they had."
            button="Reactivate"
          />
        ) : (
          <ActionForm
            command="deactivate"
            summary={isMe ? 'Deactivate yourself' : 'Stop them signing in'}
            text="Their sessions and links end at once, and applications that they look after are handed back. The records keep what they did under their name."
            button="Deactivate"
            variant="danger"
          />
        )}
      </div>
    </TitledSection>
  )
}

function Events({ data: { events } }: { data: Data }) {
  if (events.length === 0) return null
  return (
    <TitledSection id="events-heading" title="Recent sign-ins" className="mt-10">
      <div className="mt-4">
        <RecentSignIns caption="Recent sign-ins, newest first" events={events} />
      </div>
    </TitledSection>
  )
}
