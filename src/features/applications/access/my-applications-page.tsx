import { useEffect } from 'react'
import { stateBadge } from '#domain/application-state.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { situations } from '#domain/situations.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { NarrowPage } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { rememberApplications } from '#ui/own-applications.ts'
import { definePage } from '#wire/page.ts'
import type { myApplications } from './server.ts'

type Data = PageData<typeof myApplications>

export const page = definePage<Data>(MyApplicationsPage, 'My applications')

function MyApplicationsPage({ data: { applications, unfinished, isForgotten } }: { data: Data }) {
  useEffect(() => rememberApplications(applications.length > 0 || Boolean(unfinished)), [applications, unfinished])
  useEffect(() => {
    // Release 0.1.0 kept documents there that were being sent.
    if (isForgotten) indexedDB.deleteDatabase('evidence-uploads')
  }, [isForgotten])
  return (
    <NarrowPage lead="Applications that you sent from this browser, or opened in it with a link from us.">
      {isForgotten && applications.length === 0 && (
        <Notice tone="success" live="status" className="mt-6">
          <p>You have signed out of your applications in this browser.</p>
        </Notice>
      )}
      {unfinished && (
        <Notice className="mt-6" title={`Not sent yet: ${unfinished.title || 'your application'}`}>
          <p>
            Last saved on {londonDateOf(unfinished.savedAt)}.{' '}
            <a href={href('apply', { continue: true })}>Continue your application</a>
          </p>
        </Notice>
      )}
      {applications.length === 0 ? (
        <EmptyState
          className="mt-8"
          icon="i-file-text"
          title={
            unfinished
              ? 'You have not sent an application from this browser.'
              : 'There are no applications in this browser.'
          }
          text={`${unfinished ? '' : 'If you have begun one here and not sent it, your answers are in the application form. '}If you applied in another browser, we can email you a link. It goes to the email address that you applied with.`}
        >
          <ButtonLink href={href('access')}>Email me a link</ButtonLink>
          <ButtonLink variant="quiet" href={href('apply')}>
            Apply for accreditation
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <ul className="mt-8 border-t border-border">
            {applications.map((application) => (
              <li key={application.id} className="py-6 border-b border-border">
                <Application application={application} />
              </li>
            ))}
          </ul>
          <p className="mt-6">
            Is an application missing? <a href={href('access')}>Email me a link to it</a>.
          </p>
          <form method="post" action={href('myApplications')} className="mt-8">
            <input type="hidden" name="intent" value="forget" />
            <p className="mb-3 text-muted">
              If other people use this computer, sign out when you have finished. To come back, ask us to email you a
              link.
            </p>
            <Button variant="quiet">Sign out of my applications</Button>
          </form>
        </>
      )}
    </NarrowPage>
  )
}

function Application({ application }: { application: Data['applications'][number] }) {
  const { id, reference, title, organisation, status, submittedAt, slug, level, hasAppeal, state } = application
  const badge = stateBadge(status, state, level)
  const { next } = situations[state.situation]
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="text-xl">{title}</h2>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </div>
      <p className="mt-1 text-muted">
        {organisation}. Application <span className="whitespace-nowrap">{reference}</span>, sent on{' '}
        {londonDateOf(submittedAt)}.
      </p>
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
        <a href={href('myApplication', { appId: id })} className="inline-block py-2 font-semibold">
          {slug ? 'Go to your entry' : 'Go to your application'}
        </a>
        {state.listing && (
          <a href={href('listingCheckout', { appId: id })} className="inline-block py-2 font-semibold">
            {state.listing === 'publish' ? 'Publish the listing' : 'Renew the listing'}
          </a>
        )}
        <a
          href={
            next.to === 'order' ? href('funnelSuccess', { appId: id }) : href('preApproved', { application_id: id })
          }
          className={classNames('inline-block py-2', state.situation === 'waiting' && 'font-semibold')}
        >
          {next.label}
        </a>
        {status !== 'rejected' && state.situation !== 'withdrawn' && (
          <a href={href('evidence', { appId: id })} className="inline-block py-2">
            Evidence
          </a>
        )}
        {slug && (
          <a href={href('event', { slug })} className="inline-block py-2">
            Entry in the register
          </a>
        )}
        {hasAppeal && (
          <a href={href('appeal', { appId: id })} className="inline-block py-2">
            Appeal against a decision
          </a>
        )}
      </p>
    </>
  )
}
