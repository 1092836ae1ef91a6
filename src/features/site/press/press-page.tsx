import { useEffect, useRef, useState } from 'react'
import { londonDateOf } from '#domain/london-time.ts'
import { SampleNote } from '#features/claims/sample-note.tsx'
import { Chapter } from '#features/site/authority/chapter.tsx'
import { QuotationList } from '#features/site/quotations.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { emailInput, TextInput } from '#ui/field.tsx'
import { NotSent } from '#ui/form.tsx'
import { HoneypotField } from '#ui/honeypot-field.tsx'
import { CardGrid, TitledPage, TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePostForm } from '#ui/use-post-form.ts'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { type PressRelease, press } from './content.ts'
import { Download } from './download.tsx'
import { subscriptionForm } from './form.ts'
import type { press as served } from './server.ts'

type Data = PageData<typeof served>

export const page = definePage<Data>({
  Component: PressPage,
  meta: () => ({ title: press.title, description: press.lead, canonical: href('press') }),
})

function PressPage({ data }: { data: Data }) {
  const { releases, quotes, assets, contact, subscription } = press
  const brand = useBrand()
  return (
    <TitledPage lead={press.lead} title={press.title}>
      <div className="mt-10 lg:mt-14">
        {data.releases.length > 0 && (
          <Chapter id="releases" title={releases.title} wide>
            <SampleNote claims={data.releases}>invented press releases</SampleNote>
            <ul>
              {data.releases.map((release) => (
                <Release key={release.id} {...release} />
              ))}
            </ul>
          </Chapter>
        )}
        {data.quotes.length > 0 && (
          <Chapter id="quotes" title={quotes.title} wide>
            <QuotationList claims={data.quotes} />
          </Chapter>
        )}
        <Chapter id="media-assets" title={assets.title} text={assets.text} wide>
          <CardGrid>
            {assets.items.map(({ title, text, format, url }) => (
              <Card key={url} as="li" className="flex flex-col">
                <h3>{title}</h3>
                <p className="mt-1 mb-4 text-muted">{text}</p>
                <Download url={url} title={title} format={format} />
              </Card>
            ))}
          </CardGrid>
        </Chapter>
        <div className="grid gap-x-12 gap-y-10 py-10 lg:py-14 border-t border-border lg:grid-cols-2">
          <section id="subscribe" aria-labelledby="subscribe-title">
            <h2 id="subscribe-title">{subscription.title}</h2>
            <p className="mt-3 mb-6 text-muted">{subscription.text}</p>
            <SubscribeForm isAsked={data.isAsked} />
          </section>
          <TitledSection id="press-office" title={contact.title}>
            <p className="mt-3 mb-6 text-muted">{contact.text}</p>
            <DescriptionList
              items={[
                { term: 'Email', details: <a href={`mailto:${brand.pressEmail}`}>{brand.pressEmail}</a> },
                { term: 'Phone', details: <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a> },
                ...contact.responses,
              ]}
            />
            <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-2">
              <ButtonLink href={href('contact')} variant="quiet">
                {contact.link}
              </ButtonLink>
              <a href={href('howWeCount')}>{contact.figures}</a>
              <a href={href('log')}>{contact.log}</a>
            </p>
          </TitledSection>
        </div>
      </div>
    </TitledPage>
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
  const words = press.subscription
  const [isAsked, setAsked] = useState(wasAsked)
  const { form, busy, problems, notice, attempt, errorOf, typed } = usePostForm({
    call: 'subscribeToPress',
    of: subscriptionForm,
    failed: words.failed.text,
    onDone: () => setAsked(true),
  })
  if (isAsked) return <Asked takeFocus={!wasAsked} />
  return (
    <form {...form} action={`${href('press')}#subscribe`} noValidate className="flex flex-col gap-6 max-w-form">
      <ErrorSummary key={attempt} problems={problems} />
      <NotSent title={words.failed.title} notice={notice} />
      <TextInput
        name="email"
        {...emailInput}
        label="Email"
        hint={words.hint}
        defaultValue={typed.email ?? ''}
        error={errorOf('email')}
        required
      />
      <HoneypotField />
      <p className="text-sm text-muted">{words.consent}</p>
      <Button type="submit" className="self-start" busy={busy} busyText={words.busy}>
        {words.button}
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
  const { title, text } = press.subscription.asked
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="success" title={title}>
        <p>{text}</p>
      </Notice>
    </div>
  )
}
