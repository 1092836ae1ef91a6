import { deskPaths } from '../../desk-paths.ts'
import { contentFlags } from '../../domain/content-flags.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { type DeskPerson, definePage } from '../../wire/page.ts'
import { DeskFrame } from '../desk/desk-frame.tsx'
import { DeskTime } from '../desk/desk-time.tsx'
import type { ContentDeskData, FlagStanding } from './state.ts'

export const page = definePage<ContentDeskData>({
  Component: ContentDeskPage,
  meta: () => ({ title: 'Content' }),
})

const wordsOf = (name: FlagStanding['name']) => contentFlags.find((flag) => flag.name === name)!
const stateOf = ({ isOn }: FlagStanding) => (isOn ? 'On' : 'Off')

function ContentDeskPage({ data: { flags, done }, desk }: { data: ContentDeskData; desk?: DeskPerson | undefined }) {
  const set = flags.find(({ name }) => name === done)
  return (
    <DeskFrame desk={desk}>
      <PageHeading lead="What the public pages show, and which forms are open. A change holds at once and for everybody.">
        Content
      </PageHeading>
      {set && (
        <Notice
          tone="success"
          live="status"
          title={`${wordsOf(set.name).label}: ${stateOf(set).toLowerCase()}`}
          className="mt-6"
        />
      )}
      <ul className="mt-8 border-t border-border">
        {flags.map((flag) => (
          <Switch key={flag.name} flag={flag} />
        ))}
      </ul>
    </DeskFrame>
  )
}

function Switch({ flag }: { flag: FlagStanding }) {
  const { name, isOn, changedAt, changedBy } = flag
  const { label, does, where } = wordsOf(name)
  return (
    <li className="py-5 border-b border-border flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="max-w-prose">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-lg">{label}</h2>
          <Badge tone={isOn ? 'accredited' : 'warning'}>{stateOf(flag)}</Badge>
        </div>
        <p className="mt-1">{does}</p>
        <p className="mt-1 text-sm text-muted">{where}</p>
        {changedAt && (
          <p className="mt-1 text-sm text-muted">
            Switched {isOn ? 'on' : 'off'} <DeskTime at={changedAt} />
            {changedBy && `, by ${changedBy}`}
          </p>
        )}
      </div>
      <form method="post" action={deskPaths.content()}>
        <input type="hidden" name="flag" value={name} />
        <Button type="submit" variant="quiet" name="to" value={isOn ? 'off' : 'on'}>
          Switch {isOn ? 'off' : 'on'}
          <VisuallyHidden>: {label}</VisuallyHidden>
        </Button>
      </form>
    </li>
  )
}
