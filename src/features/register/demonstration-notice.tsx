import { Notice } from '../../ui/notice.tsx'
import { demonstration } from './content.ts'

/** Says that what is shown was invented. */
export function DemonstrationNotice({ className }: { className?: string }) {
  return (
    <Notice className={className}>
      <p>
        <strong>{demonstration.title}</strong> {demonstration.text}
      </p>
    </Notice>
  )
}
