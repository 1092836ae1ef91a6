export function FileName({ file: { id, name, state } }: { file: { id: string; name: string; state: string } }) {
  return (
    <p className="font-semibold break-words">
      {state === 'ready' ? (
        <a href={`/evidence/files/${id}`} download>
          {name}
        </a>
      ) : (
        name
      )}
    </p>
  )
}
