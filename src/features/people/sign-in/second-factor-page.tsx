import { useId } from 'react'
import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextInput } from '#ui/field.tsx'
import { Section, TitledSection } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { problemOf } from '#wire/form.ts'
import { definePage } from '#wire/page.ts'
import { CurrentPassword } from './password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { secondFactor } from './server.ts'

type Data = PageData<typeof secondFactor>

const titles = {
  code: 'Confirm that it is you',
  enrol: 'Set up your second factor',
  codes: 'Save your recovery codes',
}

export const page = definePage<Data>(SecondFactorPage, (data) => titles[data.step])

/** Ordinary forms, which work without a script. */
function SecondFactorPage({ data }: { data: Data }) {
  return (
    <Section narrow>
      {data.step === 'code' && <GiveCode data={data} />}
      {data.step === 'enrol' && <Enrol data={data} />}
      {data.step === 'codes' && <RecoveryCodes data={data} />}
    </Section>
  )
}

function GiveCode({ data }: { data: Data & { step: 'code' } }) {
  const { next, recovers } = data
  const problem = usePosted('code').notice
  return (
    <>
      <PageHeading
        lead={
          recovers
            ? 'Enter one of the recovery codes that you saved when you set up your authenticator app.'
            : 'Open your authenticator app and enter the six digits that it shows for this website.'
        }
      >
        {titles.code}
      </PageHeading>
      <form method="post" className="mt-8 flex flex-col gap-6">
        <ErrorSummary problems={problem ? [{ field: 'code', message: problem }] : []} />
        <input type="hidden" name="intent" value="code" />
        <input type="hidden" name="next" value={next} />
        {recovers && <input type="hidden" name="recovers" value="1" />}
        {recovers ? (
          <TextInput
            key="recovery"
            label="Recovery code"
            hint="12 letters and digits, such as 7K3Q-F9TM-2XAB. Each code works once."
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            maxLength={30}
            error={problem ?? undefined}
            className="max-w-xs font-mono"
          />
        ) : (
          <SixDigitCode key="app" error={problem ?? undefined} />
        )}
        <Button className="self-start">Continue</Button>
      </form>
      <p className="mt-8">
        {recovers ? (
          <a href={adminHref('secondFactor', { next })} className="inline-block py-2">
            Use the authenticator app
          </a>
        ) : (
          <a href={adminHref('secondFactor', { next, recover: true })} className="inline-block py-2">
            I do not have my app: use a recovery code
          </a>
        )}
      </p>
      {leave}
    </>
  )
}

function SixDigitCode({ error }: { error: string | undefined }) {
  return (
    <TextInput
      label="Six-digit code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      maxLength={12}
      error={error}
      className="max-w-40 font-mono text-lg"
    />
  )
}

function Enrol({ data }: { data: Data & { step: 'enrol' } }) {
  const { next, isCompulsory, replaces, asksPassword, secret, address, qr, encrypted } = data
  const { problems } = usePosted('enrol')
  return (
    <>
      <PageHeading
        lead={
          replaces
            ? 'Your current app and recovery codes will stop working for this website. You will get new codes.'
            : isCompulsory
              ? 'Everyone needs a password and a code from an authenticator app to sign in to the admin area. It takes two minutes to set up.'
              : 'You will then need your password and a code from an authenticator app to sign in.'
        }
      >
        {titles.enrol}
      </PageHeading>
      <form method="post" className="mt-8 flex flex-col gap-6">
        <ErrorSummary problems={problems} />
        <input type="hidden" name="intent" value="enrol" />
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="encrypted" value={encrypted} />
        <TitledSection id="scan" title="1. Scan this with your authenticator app" heading="text-xl">
          <p className="mt-2 text-muted">You can use any app for time-based codes, such as your password manager.</p>
          <QrCode qr={qr} />
          <p className="mt-4">
            If the app is on this device, <a href={address}>open the app</a>, or type this key into it:
          </p>
          <p className="mt-2 font-mono text-lg break-words" data-testid="secret">
            {secret}
          </p>
        </TitledSection>
        <TitledSection
          id="confirm"
          title="2. Type the code that the app shows"
          className="flex flex-col gap-6"
          heading="text-xl"
        >
          <SixDigitCode error={problemOf(problems, 'code')} />
          {asksPassword && <CurrentPassword id="current" error={problemOf(problems, 'current')} />}
          <Button className="self-start">{replaces ? 'Use this app from now on' : 'Set up'}</Button>
        </TitledSection>
      </form>
      {isCompulsory ? (
        leave
      ) : (
        <p className="mt-8">
          <a href={adminHref('account')} className="inline-block py-2">
            Back to my account
          </a>
        </p>
      )}
    </>
  )
}

/** Dark on white in both themes, which cameras can read. */
function QrCode({ qr }: { qr: (Data & { step: 'enrol' })['qr'] }) {
  const title = useId()
  return (
    <svg
      viewBox={`0 0 ${qr.side} ${qr.side}`}
      className="mt-4 block size-56 border border-border rounded"
      role="img"
      aria-labelledby={title}
      shapeRendering="crispEdges"
    >
      <title id={title}>QR code of the key below</title>
      <rect width={qr.side} height={qr.side} fill="#ffffff" />
      <path d={qr.path} fill="#14231b" />
    </svg>
  )
}

const leave = <PostButton command="sign-out" label="Sign in as someone else" variant="link" className="mt-4" />
