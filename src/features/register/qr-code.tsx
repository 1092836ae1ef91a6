/** A QR code with its quiet ground; `rows` as `certificate/server/qr-rows.ts` makes them. */
export function QrCode({ rows, label, className }: { rows: string[]; label: string; className?: string }) {
  const path = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  )
  const size = rows.length + 8
  return (
    <svg viewBox={`-4 -4 ${size} ${size}`} role="img" aria-label={label} className={className}>
      <path d={path.join('')} fill="currentColor" />
    </svg>
  )
}
