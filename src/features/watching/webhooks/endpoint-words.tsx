import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import { href } from '#pages.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { type DeliveryState, type DisabledBy, type EndpointState, linkDays, oldSecretHours } from './rules.ts'

/** Shown once. */
export type NewSecret = { id: string; address: string; secret: string }

export function momentWords(isoTime: string): string {
  return `${londonDateOf(isoTime)}, ${londonClockOf(isoTime)}`
}

const endpointStateLabels: Record<EndpointState, string> = {
  active: 'On',
  paused: 'Paused',
  disabled: 'Switched off',
}
const tones: Record<EndpointState, BadgeTone> = { active: 'accredited', paused: 'neutral', disabled: 'danger' }

export const disabledWords: Record<DisabledBy, string> = {
  failures: 'It accepted nothing for three days.',
  gone: 'It answered 410.',
  admin: 'Our staff have switched it off.',
}

export const deliveryStateLabels: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}
export const deliveryTones: Record<DeliveryState, BadgeTone> = {
  waiting: 'warning',
  delivered: 'accredited',
  failed: 'danger',
}

export function EndpointBadge({ state, failingSince }: { state: EndpointState; failingSince: string | null }) {
  if (state === 'active' && failingSince) return <Badge tone="warning">Failing</Badge>
  return <Badge tone={tones[state]}>{endpointStateLabels[state]}</Badge>
}

export function SecretNotice({ secret: { address, secret }, isReplaced }: { secret: NewSecret; isReplaced: boolean }) {
  return (
    <Notice
      tone="success"
      live="status"
      title={isReplaced ? 'The secret was replaced' : 'The endpoint was added'}
      className="mt-6"
    >
      <p className="break-words">The secret for {address}:</p>
      <p className="mt-2 break-words">
        <code>{secret}</code>
      </p>
      <p className="mt-2">
        Copy it now. We do not show it again.
        {isReplaced && ` The old secret goes on signing beside it for ${oldSecretHours} hours.`}
      </p>
    </Notice>
  )
}

export function UnknownLink() {
  return (
    <>
      <PageHeading
        lead={`Part of the link may be missing, or it is older than ${linkDays} days. Your endpoints go on working. Ask for a new link to manage them.`}
      >
        This link does not work
      </PageHeading>
      <ButtonLink href={`${href('webhooks')}#begin`} className="mt-8">
        Ask for a new link
      </ButtonLink>
    </>
  )
}
