import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { NarrowPage, TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { VisuallyHidden } from '#ui/text.tsx'
import { definePage } from '#wire/page.ts'
import { following as words } from './content.ts'
import { type Cadence, cadences } from './rules.ts'
import type { following, followStop } from './server.ts'

type Data = PageData<typeof following | typeof followStop>

export const page = definePage<Data>(FollowingPage, ({ follows }) => titleOf(follows))

function titleOf({ length }: Data['follows']): string {
  return length > 0 ? 'What you follow' : 'You do not follow anything with this link'
}

function FollowingPage({ data: { token, to, follows, said } }: { data: Data }) {
  const address = href('following', { token })
  const isEmpty = follows.length === 0
  return (
    <NarrowPage lead={isEmpty ? words.none : `Our emails go to ${to}.`}>
      {said && <Notice tone="success" live="status" className="mt-6" text={words.said[said]} />}
      {isEmpty ? (
        <ButtonLink href={href('listings')} variant="quiet" className="mt-8">
          Go to the register
        </ButtonLink>
      ) : (
        <>
          <ul className="mt-8 border-t border-border">
            {follows.map((each) => (
              <Follow key={each.id} follow={each} address={address} />
            ))}
          </ul>
          <TitledSection id="stop-all" title="Stop everything" className="mt-10">
            <p className="mt-2 mb-4">We stop all these emails and delete your address.</p>
            <form method="post" action={href('followStop', { token })}>
              <Button>Stop all emails</Button>
            </form>
          </TitledSection>
        </>
      )}
    </NarrowPage>
  )
}

function Follow({ follow: { id, subject, cadence }, address }: { follow: Data['follows'][number]; address: string }) {
  const name = subject?.name ?? 'No longer in the register'
  const other: Cadence = cadence === 'weekly' ? 'at-once' : 'weekly'
  return (
    <li className="py-5 border-b border-border">
      <h2 className="text-lg">{subject ? <a href={subject.address}>{name}</a> : name}</h2>
      <p className="mt-1 text-muted">{cadences[cadence].label}</p>
      <form method="post" action={address} className="mt-3 flex flex-wrap gap-4">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="cadence" value={other} />
        <Button name="intent" value="change" variant="quiet">
          Change to {cadences[other].label.toLowerCase()}
          <VisuallyHidden>: {name}</VisuallyHidden>
        </Button>
        <Button name="intent" value="stop" variant="quiet">
          Stop
          <VisuallyHidden> following {name}</VisuallyHidden>
        </Button>
      </form>
    </li>
  )
}
