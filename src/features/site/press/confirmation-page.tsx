import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { NarrowPage } from '#ui/layout.tsx'
import { definePage } from '#wire/page.ts'
import { consent } from './content.ts'
import type { pressConfirmation } from './server.ts'

type Data = PageData<typeof pressConfirmation>

const content = {
  usable: {
    title: 'Confirm your subscription',
    text: 'Press the button to get our press releases at the address that we sent this link to.',
  },
  subscribed: {
    title: 'You are subscribed',
    text: 'We will email you each new press release on the day it is published. You can unsubscribe with the link in every email.',
  },
  used: {
    title: 'This link has been used',
    text: 'You have since unsubscribed. You can subscribe again.',
  },
  expired: {
    title: 'This link has expired',
    text: 'It worked for 7 days. You can ask for a new one.',
  },
  unknown: {
    title: 'This link does not work',
    text: 'Part of the link may be missing. Copy the whole link from the email, or ask for a new one.',
  },
} as const

export const page = definePage<Data>(ConfirmationPage, ({ kind }) => content[kind].title)

function ConfirmationPage({ data: { kind } }: { data: Data }) {
  const { text } = content[kind]
  return (
    <NarrowPage lead={text}>
      {kind === 'usable' ? (
        <form method="post" className="mt-8">
          <p className="mb-6 max-w-prose text-muted">{consent}</p>
          <Button>Confirm the subscription</Button>
        </form>
      ) : (
        <ButtonLink
          href={kind === 'subscribed' ? href('press') : `${href('press')}#subscribe`}
          variant="quiet"
          className="mt-8"
        >
          {kind === 'subscribed' ? 'Releases so far' : 'Ask for a new link'}
        </ButtonLink>
      )}
    </NarrowPage>
  )
}
