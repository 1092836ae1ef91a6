import type { ReactNode } from 'react'
import { href } from '#pages.ts'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { Checkbox } from '#ui/choices.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextInput } from '#ui/field.tsx'
import { problemOf } from '#wire/form.ts'
import { logDays, oldSecretHours } from './rules.ts'
import type { EndpointData } from './state.ts'

type Known = Extract<EndpointData, { kind: 'known' }>

/** What can be done with an endpoint: an ordinary form for each. */
export function EndpointForms({ data: { token, endpoint, form } }: { data: Known }) {
  const { id, state, disabledBy } = endpoint
  const action = href('webhookEndpoint', { token, id })
  const isOn = state === 'active'
  const sinceError = problemOf(form.problems, 'since')
  const sureError = problemOf(form.problems, 'sure')
  return (
    <section aria-labelledby="manage" className="mt-10">
      <h2 id="manage">Manage</h2>
      <div className="mt-4 flex flex-wrap gap-3">
        {isOn && <Move {...{ action, intent: 'test' }}>Send a test</Move>}
        {isOn && <Move {...{ action, intent: 'pause' }}>Pause</Move>}
        {!isOn && disabledBy !== 'admin' && <Move {...{ action, intent: 'resume' }}>Switch on</Move>}
      </div>
      {isOn && (
        <Disclosure summary="Send everything again since a time" open={sinceError !== undefined} className="mt-4">
          <Move {...{ action, intent: 'replay', label: 'Send again' }}>
            <TextInput
              name="since"
              type="datetime-local"
              label="Since"
              hint={`In UK time, at most ${logDays} days ago. Events keep the ids that they had.`}
              defaultValue={form.typed.since ?? ''}
              error={sinceError}
              required
            />
          </Move>
        </Disclosure>
      )}
      <Disclosure summary="Replace the secret" className="mt-2">
        <Move {...{ action, intent: 'rotate', label: 'Replace the secret' }}>
          <p>
            You get a new secret. For {oldSecretHours} hours each event is signed with both, so that you can change it
            without missing one.
          </p>
        </Move>
      </Disclosure>
      <Disclosure summary="Delete the endpoint" open={sureError !== undefined} className="mt-2">
        <Move {...{ action, intent: 'delete', label: 'Delete', variant: 'danger' as const }}>
          <Checkbox name="sure" value="1" label="Delete the endpoint, its secret and its log" error={sureError} />
        </Move>
      </Disclosure>
    </section>
  )
}

/** A form with one button, which `children` name, or `label` where they are what stands above it. */
export function Move({
  action,
  intent,
  label,
  variant = 'quiet',
  children,
}: {
  action: string
  intent: string
  label?: string
  variant?: ButtonVariant
  children: ReactNode
}) {
  return (
    <form method="post" action={action} noValidate className="flex flex-col items-start gap-4">
      <input type="hidden" name="intent" value={intent} />
      {label && children}
      <Button type="submit" variant={variant}>
        {label ?? children}
      </Button>
    </form>
  )
}
