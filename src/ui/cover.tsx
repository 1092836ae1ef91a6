import { classNames } from './class-names.ts'

type CoverProps = {
  src: string
  /** 'wide' is 16:9, 'band' is 16:5 for the head of a page, 'card' as its card says. */
  ratio?: 'wide' | 'band' | 'card' | undefined
  /** For the first picture in sight, which should not wait for scrolling. */
  eager?: boolean | undefined
  className?: string | undefined
}

/** Drawn from its id, in the hue of its kind (covers/cover-svg.ts). An ornament, so it has no text. */
export function Cover({ src, ratio = 'wide', eager, className }: CoverProps) {
  return (
    <img
      src={src}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      className={classNames(ratio !== 'card' && 'cover', ratio === 'band' && 'aspect-16/5', className) || undefined}
    />
  )
}

/** An ornament beside the name; its size comes in as classes. */
export function Crest({ className }: { className?: string | undefined }) {
  return <img src="/crest.svg" alt="" width={100} height={100} className={classNames('crest', className)} />
}
