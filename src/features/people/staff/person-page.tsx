import type { ReactNode } from 'react'
import { adminHref } from '#admin-pages.ts'
import { rolesLabel } from '#domain/permissions.ts'
import { RecentSignIns } from '#features/people/sign-in/recent-sign-ins.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { PersonBadge } from './people-page.tsx'
import { RolesField } from './roles-field.tsx'
import type { PersonData, PersonNotice } from './state.ts'

export const page = definePage<PersonData>({ Component: PersonPage, meta: ({ person }) => ({ title: person.name }) })

const notices: Record<Exclude<PersonNotice, 'last-owner'>, string> = {
  invited: 'We have sent the invitation.',
  'link-sent': 'We have sent the link. An earlier one has ended.',
  'roles-changed': 'The roles were changed. The change applies at once, also in open sessions.',
  deactivated: 'They can no longer sign in, and their sessions have ended.',
  reactivated: 'They can sign in again, with the password and second factor that they had.',
  'second-factor-reset':
    'Their second factor was reset and their sessions have ended. They set up a new one when they next sign in.',
  'sessions-ended': 'Their sessions have ended.',
}

function PersonPage({ data }: { data: PersonData }) {
  const { person, isMe, notice } = data
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'People', href: adminHref('people') }, { label: person.name }]} />
      <div className="mt-4 flex flex-wrap items-start justify-between gap-4">
        <PageHeading>{person.name}</PageHeading>
        <PersonBadge state={person.state} />
      </div>
      {notice === 'last-owner' ? (
        <Notice tone="danger" live="alert" className="mt-6" title="Nothing was changed">
          <p>This is the last owner who can sign in. Make someone else an owner first.</p>
        </Notice>
      ) : (
        notice && (
          <Notice tone="success" live="status" className="mt-6">
            <p>{notices[notice]}</p>
          </Notice>
        )
      )}
      <DescriptionList
        className="mt-6"
        items={[
          { term: 'Email', details: <span className="break-all">{person.email}</span> },
          { term: 'Roles', details: rolesLabel(person.roles) },
          { term: 'Added', details: <AdminTime at={person.since} /> },
          {
            term: 'Second factor',
            details: person.factorSince ? (
              <>
                On since <AdminTime at={person.factorSince} />
              </>
            ) : (
              'Off'
            ),
          },
          { term: 'Open sessions', details: String(person.sessions) },
          {
            term: 'Link to set a password',
            details: person.linkUntil && (
              <>
                Sent, works until <AdminTime at={person.linkUntil} />
              </>
            ),
          },
          {
            term: 'Changes',
            details: <a href={adminHref('auditLog', { subject: `person:${person.id}` })}>In the audit log</a>,
          },
        ]}
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

function RolesForm({ data: { person } }: { data: PersonData }) {
  return (
    <section aria-labelledby="roles-heading" className="mt-10 max-w-form">
      <h2 id="roles-heading">Roles</h2>
      <form method="post" className="mt-4 flex flex-col gap-4">
        <input type="hidden" name="intent" value="change-roles" />
        <RolesField label="Roles" labelHidden held={person.roles} />
        <Button type="submit" variant="quiet" className="self-start">
          Change the roles
        </Button>
      </form>
    </section>
  )
}

function Access({ data: { person, isMe } }: { data: PersonData }) {
  const { state, name } = person
  return (
    <section aria-labelledby="access-heading" className="mt-10 max-w-form">
      <h2 id="access-heading">Access</h2>
      <div className="mt-4 flex flex-col gap-4">
        {state !== 'deactivated' && (
          <Deed
            intent="send-link"
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
          <Deed
            intent="reset-second-factor"
            summary="Reset the second factor"
            text={`First make sure, by phone or in person, that it is ${name} who has lost it. Anyone with the password can then sign in and set up a new one.`}
            button="Reset the second factor"
            variant="danger"
          />
        )}
        {person.sessions > 0 && !isMe && (
          <Deed
            intent="end-sessions"
            summary="End their sessions"
            text="They must sign in again on every device."
            button="End every session"
          />
        )}
        {state === 'deactivated' ? (
          <Deed
            intent="reactivate"
            summary="Let them sign in again"
            text="With the roles, password and second factor that they had."
            button="Reactivate"
          />
        ) : (
          <Deed
            intent="deactivate"
            summary={isMe ? 'Deactivate yourself' : 'Stop them signing in'}
            text="Their sessions and links end at once, and applications that they look after are handed back. The records keep what they did under their name."
            button="Deactivate"
            variant="danger"
          />
        )}
      </div>
    </section>
  )
}

/** Something that is done to a person, behind its name: the text first, then the button. */
function Deed({
  intent,
  summary,
  text,
  button,
  variant = 'action',
}: {
  intent: string
  summary: string
  text: ReactNode
  button: string
  variant?: ButtonVariant
}) {
  return (
    <Disclosure summary={summary}>
      <form method="post" className="flex flex-col gap-4">
        <input type="hidden" name="intent" value={intent} />
        <p>{text}</p>
        <Button type="submit" variant={variant} className="self-start">
          {button}
        </Button>
      </form>
    </Disclosure>
  )
}

function Events({ data: { events } }: { data: PersonData }) {
  if (events.length === 0) return null
  return (
    <section aria-labelledby="events-heading" className="mt-10">
      <h2 id="events-heading">Recent sign-ins</h2>
      <div className="mt-4">
        <RecentSignIns caption="Recent sign-ins, newest first" events={events} />
      </div>
    </section>
  )
}
