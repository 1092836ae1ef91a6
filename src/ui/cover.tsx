import { classNames } from './class-names.ts'

/**
 * The picture of a thing that has none: a pattern drawn from its id, in the hue of its kind (covers/cover-svg.ts), at an address of its
 * own. An ornament, so it has no text for assistive technology unless `title` gives one.
 */
export function Cover({
  src,
  title = '',
  ratio = 'wide',
  eager,
  className,
}: {
  src: string
  title?: string | undefined
  /** 'wide' is 16:9, 'band' is 16:5 for the head of a page, 'card' as its card says. */
  ratio?: 'wide' | 'band' | 'card' | undefined
  /** For the first picture in sight, which should not wait for scrolling. */
  eager?: boolean | undefined
  className?: string | undefined
}) {
  return (
    <img
      src={src}
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
