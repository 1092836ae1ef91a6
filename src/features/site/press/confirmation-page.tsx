import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { NarrowPage } from '#ui/layout.tsx'
import { definePage } from '#wire/page.ts'
import { confirmation as content, press } from './content.ts'
import type { pressConfirmation } from './server.ts'

type Data = PageData<typeof pressConfirmation>

export const page = definePage<Data>({
  Component: ConfirmationPage,
  meta: ({ kind }) => ({ title: content[kind].title }),
})

function ConfirmationPage({ data: { kind, token } }: { data: Data }) {
  const { title, text } = content[kind]
  return (
    <NarrowPage lead={text} title={title}>
      {kind === 'usable' ? (
        <form method="post" action={href('pressConfirmation', { token })} className="mt-8">
          <p className="mb-6 max-w-prose text-muted">{press.subscription.consent}</p>
          <Button type="submit">{content.usable.button}</Button>
        </form>
      ) : (
        <ButtonLink
          href={kind === 'subscribed' ? href('press') : `${href('press')}#subscribe`}
          variant="quiet"
          className="mt-8"
        >
          {kind === 'subscribed' ? content.subscribed.link : content.again}
        </ButtonLink>
      )}
    </NarrowPage>
  )
}
