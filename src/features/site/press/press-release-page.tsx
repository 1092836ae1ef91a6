import { londonDateOf } from '#domain/london-time.ts'
import { SampleNote } from '#features/claims/sample-note.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Container } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Prose } from '#ui/text.tsx'
import { definePage } from '#wire/page.ts'
import { Download } from './download.tsx'
import type { pressRelease } from './server.ts'

type Data = PageData<typeof pressRelease>

export const page = definePage<Data>(PressReleasePage, ({ release: { id, title, excerpt } }) => ({
  title,
  description: excerpt,
  canonical: href('pressRelease', { id }),
}))

function PressReleasePage({ data: { release, paragraphs, isArchived } }: { data: Data }) {
  const { title, excerpt, publishedAt, category, downloadUrl, isSample } = release
  return (
    <Container narrow className="py-10 lg:py-14">
      <Breadcrumb crumbs={[{ label: 'Press and Media', href: href('press') }, { label: title }]} />
      <PageHeading
        eyebrow={
          <>
            {category}, <time dateTime={publishedAt}>{londonDateOf(publishedAt)}</time>
          </>
        }
        lead={excerpt}
      />
      <SampleNote claims={isSample ? [{ isSample }] : []} className="mt-4">
        an invented press release
      </SampleNote>
      {isArchived && (
        <Notice tone="warning" className="mt-8" title="From our archive">
          <p>This press release is more than a year old. It may no longer be correct.</p>
        </Notice>
      )}
      <Prose className="mt-8">
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Prose>
      <p className="mt-8">
        <Download url={downloadUrl} title={title} format="Text" />
      </p>
    </Container>
  )
}
