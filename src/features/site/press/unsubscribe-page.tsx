import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { NarrowPage } from '#ui/layout.tsx'
import { definePage } from '#wire/page.ts'
import { unsubscribe as content } from './content.ts'
import type { pressUnsubscribe } from './server.ts'

type Data = PageData<typeof pressUnsubscribe>

export const page = definePage<Data>({
  Component: UnsubscribePage,
  meta: ({ kind }) => ({ title: content[kind].title }),
})

function UnsubscribePage({ data: { kind, token } }: { data: Data }) {
  const { title, text } = content[kind]
  return (
    <NarrowPage lead={text} title={title}>
      {kind === 'subscribed' ? (
        <form method="post" action={href('pressUnsubscribe', { token })} className="mt-8">
          <Button type="submit">{content.subscribed.button}</Button>
        </form>
      ) : (
        <ButtonLink href={kind === 'ended' ? href('press') : href('contact')} variant="quiet" className="mt-8">
          {kind === 'ended' ? content.ended.link : content.unknown.link}
        </ButtonLink>
      )}
    </NarrowPage>
  )
}
