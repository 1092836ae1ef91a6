import type { ComponentProps } from 'react'
import { href } from '#pages.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { NarrowPage } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { type DeliveryState, type DisabledBy, type EndpointState, linkDays, oldSecretHours } from './rules.ts'

/** Shown once. */
export type NewSecret = { id: string; address: string; secret: string }

type StateWords = { label: string; tone: BadgeTone }

const endpointStates: Record<EndpointState, StateWords> = {
  active: { label: 'On', tone: 'accredited' },
  paused: { label: 'Paused', tone: 'neutral' },
  disabled: { label: 'Switched off', tone: 'danger' },
}

export const disabledWords: Record<DisabledBy, string> = {
  failures: 'It accepted nothing for three days.',
  gone: 'It answered 410.',
  admin: 'Our staff have switched it off.',
}

export const deliveryStates: Record<DeliveryState, StateWords> = {
  waiting: { label: 'Waiting', tone: 'warning' },
  delivered: { label: 'Delivered', tone: 'accredited' },
  failed: { label: 'Failed', tone: 'danger' },
}

export function EndpointBadge({ state, failingSince }: { state: EndpointState; failingSince: string | null }) {
  if (state === 'active' && failingSince) return <Badge tone="warning">Failing</Badge>
  const { label, tone } = endpointStates[state]
  return <Badge tone={tone}>{label}</Badge>
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
    <NarrowPage
      lead={`Part of the link may be missing, or it is older than ${linkDays} days. Your endpoints go on working. Ask for a new link to manage them.`}
      title="This link does not work"
    >
      <ButtonLink href={`${href('webhooks')}#begin`} className="mt-8">
        Ask for a new link
      </ButtonLink>
    </NarrowPage>
  )
}

/** A form with one button, below what it is about. */
export function Move({ variant = 'quiet', ...form }: ComponentProps<typeof Form>) {
  return <Form wide problemsAbove className="flex flex-col items-start gap-4" variant={variant} {...form} />
}
