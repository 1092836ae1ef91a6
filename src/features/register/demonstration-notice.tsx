import { Notice } from '#ui/notice.tsx'

const demonstration = {
  title: 'Demonstration data.',
  text: 'Events, venues and organisers are invented; none has been accredited.',
} as const

export function DemonstrationNotice({ className }: { className?: string }) {
  return (
    <Notice className={className}>
      <p>
        <strong>{demonstration.title}</strong> {demonstration.text}
      </p>
    </Notice>
  )
}
