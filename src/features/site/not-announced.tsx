import { href } from '#pages.ts'
import { TitledPage } from '#ui/layout.tsx'

export function NotAnnounced({ title, text }: { title: string; text: string }) {
  return (
    <TitledPage lead={text} title={title}>
      <p className="mt-6">
        <a href={href('events')}>See upcoming accredited events</a>
      </p>
    </TitledPage>
  )
}
