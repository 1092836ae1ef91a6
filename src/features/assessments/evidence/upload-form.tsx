import { type DragEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { londonDay } from '#domain/london-time.ts'
import { wantsLastDay } from '#features/assessments/criteria/criterion.ts'
import { dayMissing, noDayGiven } from '#features/assessments/files/rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/choices.tsx'
import { classNames } from '#ui/class-names.ts'
import { TextInput } from '#ui/field.tsx'
import { acceptedKinds, sizeWords } from './rules.ts'
import type { EvidenceCriterion } from './server.ts'
import type { Uploads } from './uploads/use-uploads.ts'

type Problem = { field: 'date' | 'file'; message: string }

/** Without a script it posts one file; with one it sends several in pieces. */
export function UploadForm({
  criterion,
  appId,
  uploads,
}: {
  criterion: Pick<EvidenceCriterion, 'id' | 'name' | 'expires' | 'group'>
  appId: string
  uploads: Pick<Uploads, 'isReady' | 'add'>
}) {
  const { id, name, expires } = criterion
  const mayHaveNone = !wantsLastDay(criterion)
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [chosen, setChosen] = useState<readonly File[]>([])
  const [isOver, setOver] = useState(false)
  // Whether it is a phone or a tablet; false until the browser has been asked.
  const [hasCamera, setCamera] = useState(false)
  useEffect(() => setCamera(matchMedia('(pointer: coarse)').matches), [])

  function send(event?: FormEvent) {
    const elements = form.current!.elements
    const of = (field: string) => elements.namedItem(field) as HTMLInputElement | null
    if (!uploads.isReady) return
    event?.preventDefault()
    const inputs = [of('file'), of('photo')].filter((input) => input !== null)
    const files = inputs.flatMap(({ files }) => [...(files ?? [])])
    const expiresOn = of('noLastDay')?.checked ? '' : (of('expiresOn')?.value ?? '')
    if (files.length === 0) return refuse('file', 'Choose a file first')
    if (expires && expiresOn === '' && !of('noLastDay')?.checked)
      return refuse('date', `${mayHaveNone ? noDayGiven : dayMissing}. Your file stays chosen`)
    if (expiresOn !== '' && expiresOn < londonDay(new Date()))
      return refuse('date', 'This day is over. Send a document that is still valid. Your file stays chosen')
    setProblem(null)
    uploads.add(files, { criterionId: id, expiresOn })
    clear()
  }

  function clear() {
    form.current!.reset()
    setChosen([])
  }

  function refuse(field: Problem['field'], message: string) {
    setProblem({ field, message })
    document.getElementById(`${field}-${id}`)?.focus()
  }

  function drop(event: DragEvent) {
    setOver(false)
    if (!uploads.isReady) return
    event.preventDefault()
    const input = form.current!.elements.namedItem('file') as HTMLInputElement
    input.files = event.dataTransfer.files
    setChosen([...event.dataTransfer.files])
    send()
  }

  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.message : undefined)
  return (
    <form
      ref={form}
      method="post"
      encType="multipart/form-data"
      action={`/evidence/${appId}/files`}
      onSubmit={send}
      onDragOver={(event) => {
        if (!uploads.isReady) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'mt-3 flex flex-col gap-4 items-start border border-dashed rounded',
        isOver ? 'border-action' : 'border-transparent',
      )}
    >
      <input type="hidden" name="criterionId" value={id} />
      {expires && (
        <>
          <TextInput
            type="date"
            name="expiresOn"
            id={`date-${id}`}
            label="Last day of the document"
            hint="The last day that the document says it is valid."
            error={errorOf('date')}
          />
          {mayHaveNone && <Checkbox name="noLastDay" id={`no-date-${id}`} label="No expiry date" />}
        </>
      )}
      <div className="w-full flex flex-wrap items-end gap-3">
        <TextInput
          type="file"
          name="file"
          id={`file-${id}`}
          label={`Document for: ${name}`}
          labelHidden
          error={errorOf('file')}
          fieldClassName="w-full sm:flex-1 min-w-0"
          multiple={uploads.isReady}
          accept={acceptedKinds}
          onChange={(event) => setChosen([...(event.currentTarget.files ?? [])])}
        />
        {uploads.isReady && chosen.length > 0 && (
          <ul className="w-full text-sm text-muted figures break-words">
            {chosen.map(({ name, size }) => (
              <li key={`${name}-${size}`}>{chosen.length > 1 ? `${name}, ${sizeWords(size)}` : sizeWords(size)}</li>
            ))}
          </ul>
        )}
        <Button variant="quiet" aria-label={`Upload: ${name}`}>
          Upload
        </Button>
        {uploads.isReady && chosen.length > 0 && (
          <Button
            variant="link"
            aria-label={`Do not send: ${chosen.map((file) => file.name).join(', ')}`}
            onClick={clear}
          >
            Do not send
          </Button>
        )}
        {hasCamera && uploads.isReady && <Camera onTaken={() => send()} label={`Take a photo: ${name}`} />}
      </div>
    </form>
  )
}

function Camera({ onTaken, label }: { onTaken: () => void; label: string }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        name="photo"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={label}
        onChange={onTaken}
      />
      <Button variant="quiet" aria-label={label} onClick={() => input.current?.click()}>
        Take a photo
      </Button>
    </>
  )
}
