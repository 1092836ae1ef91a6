import { Notice, type NoticeTone } from './notice.tsx'

export type AdminSays = { tone: NoticeTone; title: string; text?: string }

/** What went wrong is read out at once. */
export function AdminNotice({ says }: { says: AdminSays | null }) {
  if (!says) return null
  const { tone, title, text } = says
  const isTrouble = tone === 'warning' || tone === 'danger'
  return (
    <Notice tone={tone} live={isTrouble ? 'alert' : 'status'} title={title} className="mt-6">
      {text && <p>{text}</p>}
    </Notice>
  )
}
