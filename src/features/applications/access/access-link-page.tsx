import { useState } from 'react'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { NarrowPage } from '#ui/layout.tsx'
import { TooOften } from '#ui/notice.tsx'
import { definePage } from '#wire/page.ts'
import type { accessLink } from './server.ts'

type Data = PageData<typeof accessLink>

export const page = definePage<Data>(
  ({ data }) => (data.kind === 'usable' ? <Usable data={data} /> : <Ended kind={data.kind} data={data} />),
  (data) => (data.kind === 'usable' ? 'Continue to your application' : endings[data.kind].title),
)

function Usable({ data: { token, isDraft } }: { data: Data }) {
  const [isOpening, setOpening] = useState(false)
  return (
    <NarrowPage
      lead={
        isDraft
          ? 'This link works once. It opens your answers in this browser as well as the one you started in. Only continue if you started this application.'
          : 'This link works once. After that, this browser can change and pay for your application. Only continue if the application is yours.'
      }
    >
      {/* The script keeps a double click from being two posts: the second would find the link used. */}
      <form method="post" action={href('accessLink', { token })} className="mt-8" onSubmit={() => setOpening(true)}>
        <Button busy={isOpening} busyText="Opening…">
          Continue to your application
        </Button>
      </form>
    </NarrowPage>
  )
}

const endings = {
  sent: {
    title: 'These answers have been sent',
    text: 'They are an application now, so this link no longer opens them. You can ask for a link to the application.',
  },
  used: {
    title: 'This link has been used',
    text: 'It works once, and it has already opened your application. You can ask for a new one.',
  },
  expired: { title: 'This link has expired', text: 'It worked for 14 days. You can ask for a new one.' },
  unknown: {
    title: 'This link does not work',
    text: 'Part of the link may be missing, or the answers that it opened may have been deleted. Copy the whole link from the email, or ask for a new one.',
  },
}

function Ended({ kind, data }: { kind: keyof typeof endings; data: Data }) {
  const { text } = endings[kind]
  return (
    <NarrowPage lead={text}>
      <TooOften wait={data.wait} />
      <form method="post" action={href('accessLink', { token: data.token })} className="mt-8">
        <input type="hidden" name="intent" value="renew" />
        <p className="mb-4">We send the new link to the email address in the application.</p>
        <Button>Email me a new link</Button>
      </form>
      <p className="mt-6">
        <a href={href('access')}>Ask for a link with your email address</a>
      </p>
    </NarrowPage>
  )
}
