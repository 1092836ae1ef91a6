import type { Toast } from './toast.tsx'

/** Instead of the browser's own error page, which would lose what was typed. */
export const noConnection = {
  title: 'No connection',
  description: 'What you typed is still here. Check your connection and try again.',
  variant: 'destructive',
} satisfies Toast

/** To be asked before the browser loads a page, or sends a form, that a script could not. */
export function isReachable(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}
