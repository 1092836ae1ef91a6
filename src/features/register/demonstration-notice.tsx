import { Notice } from '../../ui/notice.tsx'

/** Says that what is shown was invented. */
export function DemonstrationNotice({ className }: { className?: string }) {
  return (
    <Notice className={className} title="Demonstration data">
      <p>These events, venues and organisers are invented. None of them has been accredited.</p>
    </Notice>
  )
}
