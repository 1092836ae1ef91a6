import type { Sector } from '#domain/categories.ts'
import { filePaths } from '#pages.ts'
import { classNames } from '#ui/class-names.ts'
import { Cover } from '#ui/cover.tsx'

type Props = {
  slug: string
  image?: string | null | undefined
  tone?: Sector | undefined
  eager?: boolean | undefined
  /** `card` takes the look of its card. */
  ratio?: 'wide' | 'band' | 'card' | undefined
  className?: string | undefined
}

/** Decorative, so without a text. */
export function EntryPicture({ slug, image, tone, eager, ratio = 'wide', className }: Props) {
  if (!image)
    return <Cover src={filePaths.cover(tone ?? 'neutral', slug)} eager={eager} ratio={ratio} className={className} />
  return (
    <img
      src={image}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      className={classNames(ratio !== 'card' && 'picture', ratio === 'band' && 'aspect-16/5', className) || undefined}
    />
  )
}
