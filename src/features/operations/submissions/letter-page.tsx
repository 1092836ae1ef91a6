import { deskPaths } from '../../../desk-paths.ts'
import { londonDateOf } from '../../../domain/london-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Button } from '../../../ui/button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { definePage } from '../../../wire/page.ts'
import { kindWords, letterStates, stateWords } from './rules.ts'
import type { LetterData } from './state.ts'

export const page = definePage<LetterData>({
  Component: LetterPage,
  meta: ({ kind, letter }) => ({ title: `${kindWords[kind].one} of ${letter.name}` }),
})

function LetterPage({ data }: { data: LetterData }) {
  const { kind, letter, details, isSaved } = data
  return (
    <>
      <Breadcrumb crumbs={[{ label: kindWords[kind].many, href: deskPaths.letters(kind) }, { label: letter.name }]} />
      <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
        <PageHeading eyebrow={kindWords[kind].one} lead={`Arrived on ${londonDateOf(letter.arrived_at)}`}>
          {letter.name}
        </PageHeading>
        <Badge tone={stateWords[letter.state].tone}>{stateWords[letter.state].label}</Badge>
      </div>
      {isSaved && <Notice tone="success" live="status" title="The state was saved" className="mt-6" />}
      <DescriptionList
        className="mt-8"
        items={[
          { term: 'Email', details: <SiteLink href={`mailto:${letter.email}`}>{letter.email}</SiteLink> },
          { term: 'Phone', details: letter.phone },
          { term: 'Organisation', details: letter.organisation },
          ...details.map(({ term, details: text }) => ({
            term,
            details: text && <p className="whitespace-pre-line break-words">{text}</p>,
          })),
          {
            term: 'Handled by',
            details:
              letter.handled_by_name &&
              `${letter.handled_by_name}${letter.handled_at ? `, ${londonDateOf(letter.handled_at)}` : ''}`,
          },
        ]}
      />
      <form method="post" action={deskPaths.letter(kind, letter.id)} className="mt-8 flex flex-wrap gap-3">
        {letterStates
          .filter((state) => state !== letter.state)
          .map((state) => (
            <Button
              key={state}
              type="submit"
              name="state"
              value={state}
              variant={state === 'done' ? 'action' : 'quiet'}
            >
              Mark as {stateWords[state].label.toLowerCase()}
            </Button>
          ))}
      </form>
    </>
  )
}
