import { href } from '#pages.ts'

/** The way from a card to what the register says of its event. A plain link: cards are hydrated as they stand. */
export function RegisterEntryLink({ slug }: { slug: string }) {
  return (
    <a href={href('event', { slug })} className="more">
      Register entry
    </a>
  )
}
