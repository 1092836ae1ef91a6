import { href } from '#pages.ts'
import { TitledPage } from '#ui/layout.tsx'

export function NotAnnounced({ title, text, link }: { title: string; text: string; link: string }) {
  return (
    <TitledPage lead={text} title={title}>
      <p className="mt-6">
        <a href={href('events')}>{link}</a>
      </p>
    </TitledPage>
  )
}
