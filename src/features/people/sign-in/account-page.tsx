import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { AdminTime } from '#ui/admin-time.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Form, Outcome } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { Table } from '#ui/table.tsx'
import { VisuallyHidden } from '#ui/text.tsx'
import { definePage } from '#wire/page.ts'
import { ActionForm } from './action-form.tsx'
import { RecentSignIns } from './recent-sign-ins.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { passwordForm, removeFactorForm, renewCodesForm, workMailForm } from './rules.ts'
import type { account } from './server.ts'

type Data = PageData<typeof account>
type Account = Data & { step: 'account' }

export const page = definePage<Data>(AccountPage, (data) =>
  data.step === 'codes' ? 'Save your recovery codes' : 'My account',
)

function AccountPage({ data }: { data: Data }) {
  if (data.step === 'codes') return <RecoveryCodes data={data} />
  return (
    <>
      <PageHeading lead={`You sign in as ${data.email}.`} />
      <Outcome />
      <WorkMail data={data} />
      <SecondFactor data={data} />
      <Sessions data={data} />
      <TitledSection id="password-heading" title="Password" className="mt-12 max-w-form">
        <p className="mt-3 text-muted">When you change it, all your other sessions end.</p>
        <Form
          of={passwordForm}
          command="change-password"
          button="Change password"
          problemsAbove
          className="mt-4 flex flex-col gap-6"
        />
      </TitledSection>
      <Events data={data} />
    </>
  )
}

function WorkMail({ data: { workMail } }: { data: Account }) {
  return (
    <TitledSection id="work-mail-heading" title="Emails about my work" className="mt-10 max-w-form">
      <Form
        of={workMailForm}
        command="work-mail"
        button="Save"
        variant="quiet"
        values={{ workMail }}
        choiceFields={ChoiceField}
        className="mt-4 flex flex-col gap-4"
      />
    </TitledSection>
  )
}

function SecondFactor({ data }: { data: Account }) {
  const { secondFactor, isFactorCompulsory } = data
  return (
    <TitledSection id="factor-heading" title="Second factor" className="mt-10 max-w-form">
      {secondFactor ? (
        <>
          <p className="mt-3">
            On since {londonDateOf(secondFactor.since)}. {codesLeft(secondFactor.codesLeft)}
          </p>
          {secondFactor.codesLeft <= 3 && (
            <Notice tone="warning" className="mt-4" text="Make new recovery codes before you have none left." />
          )}
          <p className="mt-4">
            <ButtonLink variant="quiet" href={adminHref('secondFactor', { replace: true, next: adminHref('account') })}>
              Use another app or device
            </ButtonLink>
          </p>
          <ActionForm
            className="mt-4"
            of={renewCodesForm}
            command="renew-codes"
            summary="Make new recovery codes"
            text="Your current codes will stop working."
            button="Make new codes"
          />
          {!isFactorCompulsory && (
            <ActionForm
              className="mt-4"
              of={removeFactorForm}
              command="remove-factor"
              summary="Turn it off"
              text="Anyone with your password can then sign in as you."
              button="Turn off my second factor"
              variant="danger"
            />
          )}
        </>
      ) : (
        <>
          <p className="mt-3">
            Off. Anyone with your password can sign in as you. A code from an authenticator app prevents this.
          </p>
          <p className="mt-4">
            <ButtonLink href={adminHref('secondFactor', { next: adminHref('account') })}>
              Set up a second factor
            </ButtonLink>
          </p>
        </>
      )}
    </TitledSection>
  )
}

function codesLeft(left: number): string {
  if (left === 0) return 'You have no recovery codes left.'
  return left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`
}

function Sessions({ data: { sessions } }: { data: Account }) {
  return (
    <TitledSection id="sessions-heading" title="Where you are signed in" className="mt-12">
      <p className="mt-3 text-muted">A session ends 12 hours after you sign in.</p>
      <div className="mt-4">
        <Table
          caption="Your sessions, newest first"
          columns={['Browser', 'Signed in', { label: <VisuallyHidden>End it</VisuallyHidden> }]}
          rows={sessions.map((session) => ({
            key: session.id,
            cells: [
              <span key="browser">
                {session.browser || 'An unknown browser'}
                {session.isThis && <span className="font-semibold"> (this one)</span>}
                {session.isHalf && <span className="block text-sm text-warning">Second factor not given</span>}
              </span>,
              <AdminTime key="since" at={session.since} />,
              session.isThis ? null : (
                <PostButton
                  key="end"
                  command="end-session"
                  fields={{ session: session.id }}
                  label="End"
                  of={` the session of ${session.browser}`}
                  variant="link"
                />
              ),
            ],
          }))}
        />
      </div>
      {sessions.length > 1 && <PostButton command="end-others" label="End all other sessions" className="mt-4" />}
    </TitledSection>
  )
}

function Events({ data: { events } }: { data: Account }) {
  return (
    <TitledSection id="events-heading" title="Recent sign-ins" className="mt-12">
      <p className="mt-3 text-muted">
        If you do not recognise one of these, change your password and tell an owner of the admin area.
      </p>
      <div className="mt-4">
        <RecentSignIns caption="Your recent sign-ins, newest first" events={events} />
      </div>
    </TitledSection>
  )
}
