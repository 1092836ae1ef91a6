import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { NarrowPage } from '#ui/layout.tsx'
import { TooOften } from '#ui/notice.tsx'
import { definePage } from '#wire/page.ts'
import type { access } from './server.ts'

type Data = PageData<typeof access>

export const page = definePage<Data>(
  ({ data }) => (data.isSent ? <Sent /> : <Ask wait={data.wait} />),
  (data) => (data.isSent ? 'Check your email' : 'A link to your application'),
)

function Sent() {
  return (
    <NarrowPage lead="If we have that application, we have sent a link to the email address in it.">
      <p className="mt-6">
        It can take a few minutes. Check your spam folder too. The link works once, within 14 days.
      </p>
      <p className="mt-6">
        Have you not received it? <a href={href('access')}>Ask with your email address</a> or{' '}
        <a href={href('contact')}>write to us</a>.
      </p>
    </NarrowPage>
  )
}

function Ask({ wait }: { wait: number | null }) {
  return (
    <NarrowPage lead="To continue an application in this browser, we email you a link. Enter the email address that you applied with.">
      <TooOften wait={wait} />
      <form method="post" action={href('access')} className="mt-8 flex flex-col gap-6">
        <TextInput
          label="Email address"
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          maxLength={254}
        />
        <Button className="self-start">Email me a link</Button>
      </form>
    </NarrowPage>
  )
}
