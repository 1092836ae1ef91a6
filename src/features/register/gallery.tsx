import { type MouseEvent, useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { coverSize } from '#ui/covers/cover-svg.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { TitledSection } from '#ui/layout.tsx'

/** Without a script each picture is a link. */
export function Gallery({ title, images }: { title: string; images: string[] }) {
  const [shown, setShown] = useState<number | null>(null)
  const open = (index: number) => (event: MouseEvent) => {
    // A press that asks for a new tab or window is the browser's.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    setShown(index)
  }
  return (
    <TitledSection id="gallery" title="Gallery" className="no-print" heading="mb-4">
      <ul className="grid gap-3 grid-cols-2 sm:grid-cols-3">
        {images.map((image, index) => (
          <li key={image}>
            <a href={image} onClick={open(index)} className="block rounded overflow-hidden border border-border">
              <img
                src={image}
                alt={`${title}, ${index + 1} of ${images.length}`}
                {...coverSize}
                loading="lazy"
                decoding="async"
                className="picture"
              />
            </a>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Lightbox title={title} images={images} shown={shown} onShow={setShown} onClose={() => setShown(null)} />
      )}
    </TitledSection>
  )
}

type LightboxProps = {
  title: string
  images: string[]
  shown: number
  onShow: (index: number) => void
  onClose: () => void
}

function Lightbox({ title, images, shown, onShow, onClose }: LightboxProps) {
  const total = images.length
  const step = (by: number) => onShow((shown + by + total) % total)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      event.preventDefault()
      onShow((shown + (event.key === 'ArrowRight' ? 1 : -1) + total) % total)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [shown, total, onShow])

  return (
    <Dialog open title={title} onClose={onClose}>
      <img
        src={images[shown]}
        alt={`${title}, ${shown + 1} of ${total}`}
        {...coverSize}
        className="w-full min-h-32 max-h-[calc(100dvh_-_13rem)] object-contain bg-surface-sunken"
      />
      <div className="mt-4 flex items-center justify-between gap-3">
        <Button variant="quiet" onClick={() => step(-1)} aria-label="Previous picture">
          <Icon icon="i-chevron-left" />
          <span className="max-sm:hidden">Previous</span>
        </Button>
        <p role="status" className="figures whitespace-nowrap">
          {shown + 1} of {total}
        </p>
        <Button variant="quiet" onClick={() => step(1)} aria-label="Next picture">
          <span className="max-sm:hidden">Next</span>
          <Icon icon="i-chevron-right" />
        </Button>
      </div>
    </Dialog>
  )
}
