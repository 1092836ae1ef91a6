import { href } from '#pages.ts'
import { DescriptionList } from '#ui/description-list.tsx'
import { Notice } from '#ui/notice.tsx'
import { Price } from '#ui/price.tsx'
import { content } from './content.ts'
import type { ShownTicket } from './rules.ts'

/** After the day: the plain truth, and what the tickets were. */
export function Over({ tickets }: { tickets: ShownTicket[] }) {
  const { title, text, link, prices } = content.past
  return (
    <>
      <Notice tone="warning" title={title}>
        {text} <a href={href('events')}>{link}</a>
      </Notice>
      <h2 className="mt-10 mb-4">{prices}</h2>
      <DescriptionList
        items={tickets.map(({ name, pence }) => ({ term: name, details: <Price pence={pence} per="a guest" /> }))}
      />
    </>
  )
}
