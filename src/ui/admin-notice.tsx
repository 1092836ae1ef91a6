import { Notice, type NoticeTone } from './notice.tsx'
import { PostButton } from './post-button.tsx'

/** `undo`: the id of the change of a list that can be taken back. */
export type AdminSays = { tone: NoticeTone; title: string; text?: string; undo?: string | null }

/** What went wrong is read out at once. */
export function AdminNotice({ says }: { says: AdminSays | null }) {
  if (!says) return null
  const { tone, title, text, undo } = says
  const isTrouble = tone === 'warning' || tone === 'danger'
  return (
    <Notice tone={tone} live={isTrouble ? 'alert' : 'status'} title={title} className="mt-6" text={text}>
      {undo && <PostButton command="undo" fields={{ change: undo }} label="Undo" className="mt-2" />}
    </Notice>
  )
}
