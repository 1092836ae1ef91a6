import { Notice } from './notice.tsx'

/** In seconds; null shows nothing. */
export function TooOften({ wait }: { wait: number | null }) {
  if (wait === null) return null
  const minutes = Math.ceil(wait / 60)
  return (
    <Notice tone="warning" live="alert" className="mt-6" title="You have tried too many times">
      <p>Please wait {minutes === 1 ? 'a minute' : `${minutes} minutes`} before you ask for another link.</p>
    </Notice>
  )
}
