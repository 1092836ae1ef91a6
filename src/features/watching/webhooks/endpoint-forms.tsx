import type { ComponentProps } from 'react'
import type { PageData } from '#page/page.ts'
import { Checkbox } from '#ui/choices.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextInput } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { problemOf } from '#wire/form.ts'
import { replayForm } from './form.ts'
import { oldSecretHours } from './rules.ts'
import type { webhookEndpoint } from './server.ts'

export type KnownEndpoint = Extract<PageData<typeof webhookEndpoint>, { kind: 'known' }>

export function EndpointForms({ data: { endpoint } }: { data: KnownEndpoint }) {
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

/** A form with one button, below what it is about. */
export function Move({ variant = 'quiet', ...form }: ComponentProps<typeof Form>) {
  return <Form wide problemsAbove className="flex flex-col items-start gap-4" variant={variant} {...form} />
}
