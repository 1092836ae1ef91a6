import { useContext } from 'react'
import { londonMomentOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Checkbox } from '#ui/choices.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextInput } from '#ui/field.tsx'
import { Container, TitledSection } from '#ui/layout.tsx'
import { Notice, NotSent } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { PostedContext, usePosted } from '#ui/posted-context.ts'
import { Table } from '#ui/table.tsx'
import { VisuallyHidden } from '#ui/text.tsx'
import { problemOf } from '#wire/form.ts'
import { definePage } from '#wire/page.ts'
import { deliveryStates, disabledWords, EndpointBadge, Move, SecretNotice, UnknownLink } from './endpoint-words.tsx'
import { replayForm } from './form.ts'
import { logDays, oldSecretHours } from './rules.ts'
import type { webhookEndpoint } from './server.ts'

export const page = definePage<PageData<typeof webhookEndpoint>>(
  ({ data }) => (data.kind === 'known' ? <EndpointPage data={data} /> : <UnknownLink />),
  ({ kind }) => (kind === 'known' ? 'Webhook endpoint' : 'Link not found'),
)

function EndpointPage({ data }: { data: KnownEndpoint }) {
  const { token, endpoint, secret } = data
  const posted = useContext(PostedContext)
  const { address, follows, state, disabledBy, failingSince, deliveredAt, createdAt, oldSecretUntil, waiting } =
    endpoint
  return (
    <Container className="py-10 lg:py-14">
      <p>
        <a href={href('webhookEndpoints', { token })}>Your webhooks</a>
      </p>
      <PageHeading eyebrow="Webhook endpoint" className="mt-4">
        <span className="[overflow-wrap:anywhere]">{address}</span>
      </PageHeading>
      {posted?.outcome && !posted.command && (
        <Notice tone={posted.outcome.tone} live="status" title={posted.outcome.title} className="mt-6" />
      )}
      {secret && <SecretNotice secret={secret} isReplaced />}
      <NotSent title="Nothing was changed" notice={posted?.command && posted.outcome?.title} className="mt-6" />
      <DescriptionList
        className="mt-8"
        items={{
          State: <EndpointBadge state={state} failingSince={failingSince} />,
          Why: disabledBy && disabledWords[disabledBy],
          Follows: follows ? <a href={follows.address}>{follows.name}</a> : 'Nothing that is still there',
          Added: londonMomentOf(createdAt),
          'Last delivered': deliveredAt ? londonMomentOf(deliveredAt) : 'Nothing yet',
          'Failing since': failingSince && londonMomentOf(failingSince),
          Waiting: waiting > 0 && `${waiting} ${waiting === 1 ? 'event' : 'events'}`,
          'Old secret': oldSecretUntil && `Goes on signing until ${londonMomentOf(oldSecretUntil)}`,
        }}
      />
      <EndpointForms data={data} />
      <DeliveryLog data={data} />
    </Container>
  )
}

type Delivery = KnownEndpoint['deliveries'][number]

const columns = ['Event', 'Entry', 'State', 'Last attempt', 'Attempts', 'Next attempt', 'Again']

function DeliveryLog({ data }: { data: KnownEndpoint }) {
  const { token, endpoint, deliveries, page, isLastPage } = data
  const { id, state } = endpoint
  const pageHref = (number: number) => href('webhookEndpoint', { token, id }, { page: number === 1 ? null : number })
  return (
    <TitledSection id="log" title={`Deliveries of the last ${logDays} days`} className="mt-12" heading="mb-4">
      {deliveries.length === 0 ? (
        <EmptyState icon="i-inbox" title="Nothing was sent yet." />
      ) : (
        <Table
          caption="Deliveries, the last first"
          columns={columns}
          rows={deliveries.map((delivery) => ({
            key: String(delivery.id),
            cells: [
              <Event key="event" delivery={delivery} />,
              delivery.number && (
                <a key="entry" href={href('verification', { number: delivery.number })}>
                  {delivery.number}
                </a>
              ),
              <Badge key="state" tone={deliveryStates[delivery.state].tone}>
                {deliveryStates[delivery.state].label}
              </Badge>,
              attemptWords(delivery),
              delivery.attempts,
              delivery.nextAt && state === 'active' ? londonMomentOf(delivery.nextAt) : 'None',
              delivery.state !== 'waiting' && state === 'active' && (
                <Move
                  key="again"
                  command="again"
                  fixed={{ delivery: String(delivery.id) }}
                  button={
                    <>
                      Send again<VisuallyHidden>: {delivery.eventId}</VisuallyHidden>
                    </>
                  }
                />
              ),
            ],
          }))}
        />
      )}
      <Pagination
        {...(page > 1 && { previousHref: pageHref(page - 1) })}
        {...(!isLastPage && { nextHref: pageHref(page + 1) })}
      />
    </TitledSection>
  )
}

function Event({ delivery: { type, eventId, createdAt } }: { delivery: Delivery }) {
  return (
    <>
      {type}
      <span className="block text-sm text-muted [overflow-wrap:anywhere]">{eventId}</span>
      <span className="block text-sm text-muted">{londonMomentOf(createdAt)}</span>
    </>
  )
}

function attemptWords({ attemptedAt, outcome, httpStatus, milliseconds }: Delivery): string {
  if (!attemptedAt || !outcome) return outcome ?? 'None yet'
  const status = httpStatus && !outcome.includes(String(httpStatus)) ? ` Status ${httpStatus}.` : ''
  return `${outcome}${status} ${milliseconds} ms, ${londonMomentOf(attemptedAt)}`
}

type KnownEndpoint = Extract<PageData<typeof webhookEndpoint>, { kind: 'known' }>

function EndpointForms({ data: { endpoint } }: { data: KnownEndpoint }) {
  const { state, disabledBy } = endpoint
  const isOn = state === 'active'
  const replay = usePosted('replay')
  const sinceError = problemOf(replay.problems, 'since')
  const sureError = problemOf(usePosted('delete').problems, 'sure')
  const { label, hint } = replayForm.fields.since
  return (
    <TitledSection id="manage" title="Manage" className="mt-10">
      <div className="mt-4 flex flex-wrap gap-3">
        {isOn && <Move command="test" button="Send a test" />}
        {isOn && <Move command="pause" button="Pause" />}
        {!isOn && disabledBy !== 'admin' && <Move command="resume" button="Switch on" />}
      </div>
      {isOn && (
        <Disclosure summary="Send everything again since a time" open={sinceError !== undefined} className="mt-4">
          <Move command="replay" button="Send again">
            <TextInput
              name="since"
              type="datetime-local"
              label={label}
              hint={hint}
              defaultValue={replay.typed.since ?? ''}
              error={sinceError}
              required
            />
          </Move>
        </Disclosure>
      )}
      <Disclosure summary="Replace the secret" className="mt-2">
        <Move command="rotate" button="Replace the secret">
          <p>
            You get a new secret. For {oldSecretHours} hours each event is signed with both, so that you can change it
            without missing one.
          </p>
        </Move>
      </Disclosure>
      <Disclosure summary="Delete the endpoint" open={sureError !== undefined} className="mt-2">
        <Move command="delete" button="Delete" variant="danger">
          <Checkbox name="sure" value="1" label="Delete the endpoint, its secret and its log" error={sureError} />
        </Move>
      </Disclosure>
    </TitledSection>
  )
}
