import { useEffect, useRef, useState } from 'react'
import { londonDateOf } from '#domain/london-time.ts'
import { SampleNote } from '#features/claims/sample-note.tsx'
import { Chapter, ChaptersPage } from '#features/site/authority/chapter.tsx'
import { QuotationList } from '#features/site/quotations.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Fields } from '#ui/form.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { Notice, NotSent } from '#ui/notice.tsx'
import { usePostForm } from '#ui/use-post-form.ts'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { asked, consent, type PressRelease, subscriptionForm } from './content.ts'
import { Download } from './download.tsx'
import type { press as served } from './server.ts'

type Data = PageData<typeof served>

const title = 'Press and Media'
const lead = 'News about the scheme, files to download and contacts for journalists.'

const assets = [
  {
    title: 'Crest',
    text: 'The full crest in colour, as an SVG. It can be printed at any size.',
    format: 'SVG',
    url: '/crest.svg',
  },
  {
    title: 'Crest as a PNG',
    text: 'The crest on a transparent background, 1,024 pixels wide.',
    format: 'PNG',
    url: '/media/crest.png',
  },
  {
    title: 'Fact sheet',
    text: 'One page about what the scheme checks, how it works and who to contact.',
    format: 'PDF',
    url: '/media/fact-sheet.pdf',
  },
  { title: 'Ornament', text: 'The line pattern of the certificates.', format: 'SVG', url: '/rosette.svg' },
  {
    title: 'Notes to editors',
    text: 'Two paragraphs about us that you can quote.',
    format: 'Text',
    url: '/media/notes-to-editors.txt',
  },
]

export const page = definePage<Data>(PressPage, { title, description: lead, canonical: href('press') })

function PressPage({ data }: { data: Data }) {
  const brand = useBrand()
  return (
    <ChaptersPage lead={lead} title={title}>
      {data.releases.length > 0 && (
        <Chapter id="releases" title="Press releases" wide>
          <SampleNote claims={data.releases}>invented press releases</SampleNote>
          <ul>
            {data.releases.map((release) => (
              <Release key={release.id} {...release} />
            ))}
          </ul>
        </Chapter>
      )}
      {data.quotes.length > 0 && (
        <Chapter id="quotes" title="What the press writes" wide>
          <QuotationList claims={data.quotes} />
        </Chapter>
      )}
      <Chapter
        id="media-assets"
        title="Media assets"
        text="For reports about the scheme. An event can show the crest as its verification badge only while it is accredited."
        wide
      >
        <ul className="cards">
          {assets.map(({ title, text, format, url }) => (
            <Card key={url} as="li" className="flex flex-col">
              <h3>{title}</h3>
              <p className="mt-1 mb-4 text-muted">{text}</p>
              <Download url={url} title={title} format={format} />
            </Card>
          ))}
        </ul>
      </Chapter>
      <div className="grid gap-x-12 gap-y-10 py-10 lg:py-14 border-t border-border lg:grid-cols-2">
        <section id="subscribe" aria-labelledby="subscribe-title">
          <h2 id="subscribe-title">Releases by email</h2>
          <p className="mt-3 mb-6 text-muted">We email you each new press release on the day it is published.</p>
          <SubscribeForm isAsked={data.isAsked} />
        </section>
        <TitledSection id="press-office" title="Press office">
          <p className="mt-3 mb-6 text-muted">For interviews, figures and comments.</p>
          <DescriptionList
            items={{
              Email: <a href={`mailto:${brand.pressEmail}`}>{brand.pressEmail}</a>,
              Phone: <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a>,
              'Standard enquiries': '24-48 hours',
              'Urgent enquiries': 'Same day',
            }}
          />
          <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-2">
            <ButtonLink href={href('contact')} variant="quiet">
              Contact the team
            </ButtonLink>
            <a href={href('howWeCount')}>What our figures count</a>
            <a href={href('log')}>How many were revoked or suspended, by year</a>
          </p>
        </TitledSection>
      </div>
    </ChaptersPage>
  )
}

function Release({ id, title, excerpt, publishedAt, category, downloadUrl, featured }: PressRelease) {
  return (
    <li className="grid gap-x-12 gap-y-2 py-6 border-b border-border last:border-b-0 last:pb-0 lg:grid-cols-[1fr_2fr]">
      <p className="flex flex-wrap gap-x-3 gap-y-1 items-center self-start text-sm text-muted">
        <time dateTime={publishedAt}>{londonDateOf(publishedAt)}</time>
        <Badge>{category}</Badge>
        {featured && (
          <Badge tone="gold" icon="i-star">
            Featured
          </Badge>
        )}
      </p>
      <div>
        <h3 className="text-xl">
          <a href={href('pressRelease', { id })}>{title}</a>
        </h3>
        <p className="mt-1 max-w-prose text-muted">{excerpt}</p>
        <Download url={downloadUrl} title={title} format="Text" />
      </div>
    </li>
  )
}

function SubscribeForm({ isAsked: wasAsked }: { isAsked: boolean }) {
  const [isAsked, setAsked] = useState(wasAsked)
  const { form, busy, problems, notice, attempt, typed } = usePostForm({
    call: 'subscribeToPress',
    of: subscriptionForm,
    failed: 'The request could not be sent. Please try again.',
    onDone: () => setAsked(true),
  })
  if (isAsked) return <Asked takeFocus={!wasAsked} />
  return (
    <form {...form} action={`${href('press')}#subscribe`} noValidate className="flex flex-col gap-6 max-w-form">
      <ErrorSummary key={attempt} problems={problems} />
      <NotSent title="Submission Error" notice={notice} />
      <Fields of={subscriptionForm} typed={typed} problems={problems} />
      <p className="text-sm text-muted">{consent}</p>
      <Button className="self-start" busy={busy} busyText="Sending...">
        Subscribe
      </Button>
    </form>
  )
}

/** It takes the focus that the form's button had. */
function Asked({ takeFocus }: { takeFocus: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takeFocus) box.current?.focus()
  }, [takeFocus])
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="success" title="Check your email" text={asked} />
    </div>
  )
}
