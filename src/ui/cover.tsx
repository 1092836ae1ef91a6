import { filePaths } from '#pages.ts'
import { classNames } from './class-names.ts'
import type { CoverTone } from './covers/cover-svg.ts'

/**
 * The picture of a thing that has none: a pattern drawn from its id, in the hue of its kind. An ornament, so it has no text for
 * assistive technology unless `title` gives one. Served as an image of its own, which the browser keeps.
 */
export function Cover({
  seed,
  tone,
  title = '',
  ratio = 'wide',
  eager,
  className,
}: {
  seed: string
  tone: CoverTone
  title?: string | undefined
  /** 'wide' is 16:9, 'band' is 16:5 for the head of a page, 'card' as its card says. */
  ratio?: 'wide' | 'band' | 'card' | undefined
  /** For the first picture in sight, which should not wait for scrolling. */
  eager?: boolean | undefined
  className?: string | undefined
}) {
  return (
    <img
      src={filePaths.cover(tone, seed)}
      alt={title}
      loading={eager ? 'eager' : 'lazy'}
      className={classNames(ratio !== 'card' && 'cover', ratio === 'band' && 'aspect-16/5', className) || undefined}
    />
  )
}

/** The authority's mark, from public/crest.svg. An ornament beside the name; its size comes in as classes. */
export function Crest({ className }: { className?: string | undefined }) {
  return <img src="/crest.svg" alt="" width={100} height={100} className={classNames('crest', className)} />
}
