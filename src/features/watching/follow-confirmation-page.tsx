import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { NarrowPage } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { definePage } from '#wire/page.ts'
import { follow, confirmation as words } from './content.ts'
import { cadences } from './rules.ts'
import type { followConfirmation } from './server.ts'

type Data = PageData<typeof followConfirmation>

export const page = definePage<Data>(FollowConfirmationPage, ({ kind }) => words[kind].title)

function FollowConfirmationPage({ data }: { data: Data }) {
  const { text } = words[data.kind]
  return (
    <NarrowPage lead={text}>
      {data.kind === 'usable' && <Confirm data={data} />}
      {data.kind === 'used' && (
        <ButtonLink href={data.following} variant="quiet" className="mt-8">
          See what you follow
        </ButtonLink>
      )}
      {(data.kind === 'expired' || data.kind === 'unknown') && (
        <ButtonLink href={href('listings')} variant="quiet" className="mt-8">
          Go to the register
        </ButtonLink>
      )}
    </NarrowPage>
  )
}

function Confirm({ data: { token, subject, cadence, isFull } }: { data: Extract<Data, { kind: 'usable' }> }) {
  if (!subject) return <p className="mt-8">What you wanted to follow is no longer in the register.</p>
  return (
    <form method="post" action={href('followConfirmation', { token })} className="mt-8">
      {isFull && <Notice tone="warning" live="alert" className="mb-6" text={words.usable.full} />}
      <p className="text-lg">
        <a href={subject.address}>{subject.name}</a>, {cadences[cadence].label.toLowerCase()}
      </p>
      <p className="mt-4 mb-6 max-w-prose text-muted">{follow.consent}</p>
      <Button>Follow</Button>
    </form>
  )
}
