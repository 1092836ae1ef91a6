import { Notice } from '#ui/notice.tsx'

export function DemonstrationNotice({ className }: { className?: string }) {
  return (
    <Notice className={className}>
      <p>
        <strong>Demonstration data.</strong> Events, venues and organisers are invented; none has been accredited.
      </p>
    </Notice>
  )
}
