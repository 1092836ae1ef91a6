export function FileName({
  file: { id, name, state },
  onDownload,
}: {
  file: { id: string; name: string; state: string }
  onDownload?: (() => void) | undefined
}) {
  return (
    <p className="font-semibold break-words">
      {state === 'ready' ? (
        <a href={`/evidence/files/${id}`} download onClick={onDownload}>
          {name}
        </a>
      ) : (
        name
      )}
    </p>
  )
}
