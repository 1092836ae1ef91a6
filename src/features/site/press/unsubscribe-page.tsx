import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { NarrowPage } from '#ui/layout.tsx'
import { definePage } from '#wire/page.ts'
import type { pressUnsubscribe } from './server.ts'

type Data = PageData<typeof pressUnsubscribe>

const content = {
  subscribed: {
    title: 'Unsubscribe from press releases',
    text: 'We will stop sending you press releases and delete your address.',
  },
  ended: {
    title: 'You are not subscribed',
    text: 'You have unsubscribed, and we have deleted your address. An email that we have already sent may still arrive.',
  },
  unknown: {
    title: 'This link does not work',
    text: 'Part of the link may be missing. Copy the whole link from the email, or write to us and we will unsubscribe you.',
  },
} as const

export const page = definePage<Data>(UnsubscribePage, ({ kind }) => content[kind].title)

function UnsubscribePage({ data: { kind } }: { data: Data }) {
  const { text } = content[kind]
  return (
    <NarrowPage lead={text}>
      {kind === 'subscribed' ? (
        <form method="post" className="mt-8">
          <Button>Unsubscribe</Button>
        </form>
      ) : (
        <ButtonLink href={kind === 'ended' ? href('press') : href('contact')} variant="quiet" className="mt-8">
          {kind === 'ended' ? 'Press and Media' : 'Contact us'}
        </ButtonLink>
      )}
    </NarrowPage>
  )
}
