import { Notice } from '#ui/notice.tsx'

const demonstration = {
  title: 'Demonstration data.',
  text: 'Events, venues and organisers are invented; none has been accredited.',
} as const

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
