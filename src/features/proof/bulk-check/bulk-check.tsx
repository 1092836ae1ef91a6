import { useRef, useState } from 'react'
import { figure } from '#domain/figures.ts'
import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import { isAccredited } from '#domain/register-status.ts'
import { filePaths, href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { NotSent } from '#ui/notice.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { Table } from '#ui/table.tsx'
import { problemOf } from '#wire/form.ts'
import { bulkForm } from './form.ts'
import { answerOf, type BulkAnswer, type BulkResult, maxCsvBytes, maxSheetBytes } from './rules.ts'

/** What a chosen file holds is put into the box, where it can be read before it is sent. */
export function BulkCheck() {
  const { typed, problems, notice } = usePosted('checkMany')
  const { label, hint, rows, max } = bulkForm.fields.list
  const list = useRef<HTMLTextAreaElement>(null)
  const [read, setRead] = useState<string | null>(null)
  const readFile = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    if (!file) return
    if (file.size > maxSheetBytes) return setRead('Choose a file of at most 1 MB.')
    const { linesOfFile } = await import('./read-list-file.ts')
    const lines = await linesOfFile(file)
    if (lines === null) return setRead('This is neither a CSV file in UTF-8 nor an XLSX workbook.')
    // It is in the box now, and would be sent twice.
    input.value = ''
    if (list.current) list.current.value = lines.join('\n')
    setRead(`${figure(lines.length)} read from ${file.name}. Look at them above, then press “Check the list”.`)
  }
  return (
    <TitledSection id="many" title="Check many at once" className="mt-12">
      <p className="mt-1 mb-6 text-muted max-w-prose">
        For a council, a venue or an insurer with a list of events. You need no account, and we keep nothing of your
        list.
      </p>
      <form
        method="post"
        action={href('verify')}
        encType="multipart/form-data"
        noValidate
        className="flex flex-col gap-6 max-w-form"
      >
        <NotSent title="The list was not checked" notice={notice} />
        <ErrorSummary problems={problems} />
        <input type="hidden" name="intent" value="checkMany" />
        <TextArea
          ref={list}
          name="list"
          label={label}
          hint={hint}
          rows={rows}
          maxLength={max}
          spellCheck={false}
          defaultValue={typed.list ?? ''}
          error={problemOf(problems, 'list')}
        />
        <Field
          id="file-of-list"
          label="Or a CSV or XLSX file"
          hint={`We read the column headed number, link or name; without such a heading the first. Your browser reads the file. Without JavaScript: CSV alone, at most ${maxCsvBytes / 1024} KB.`}
          error={problemOf(problems, 'file')}
        >
          {(control) => (
            <input
              type="file"
              name="file"
              accept=".csv,.xlsx,text/csv"
              {...control}
              className="control"
              onChange={(event) => void readFile(event.currentTarget)}
            />
          )}
        </Field>
        <p role="status">{read}</p>
        <Button className="self-start">Check the list</Button>
      </form>
    </TitledSection>
  )
}

export function BulkAnswers({ answer: { at, log, results, csv } }: { answer: BulkAnswer }) {
  return (
    <TitledSection id="answers" title={counted(results)} className="mt-8">
      <p className="mt-2 mb-4 max-w-prose">
        Answered at {londonClockOf(at)} on {londonDateOf(at)}
        {log && (
          <>
            , when the <a href={href('log')}>public log</a> had {figure(log.size)} entries (root{' '}
            <code className="break-all">{log.root}</code>)
          </>
        )}
        .{' '}
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${csv}`)}`}
          download={`register-check-${at.slice(0, 10)}.csv`}
        >
          Download as CSV
        </a>
        , with the time and this state of the log.{' '}
        {log && <a href={filePaths.log('checkpoint')}>Signed checkpoint of the log</a>}
      </p>
      <Table
        caption="What the register says of each line"
        columns={['Asked', 'Answer', 'Entry']}
        rows={results.map((result) => ({
          key: result.asked,
          cells: [
            <span key="asked" className="break-words">
              {result.asked}
            </span>,
            sayOf(result),
            <Entries key="entries" result={result} />,
          ],
        }))}
      />
    </TitledSection>
  )
}

function sayOf(result: BulkResult): string {
  if (result.kind === 'several')
    return result.entries.length === 1 ? 'No exact match. Did you mean:' : 'More than one possible match:'
  return answerOf(result, result.entries[0])
}

function Entries({ result: { asked, kind, entries } }: { result: BulkResult }) {
  if (entries.length === 0)
    return kind === 'none' ? (
      <a href={href('listings', { q: asked.slice(0, 100) })}>Search the register</a>
    ) : (
      'Ask for the number, and check it here.'
    )
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.number}>
          <a href={href('verification', { number: entry.number })}>{entry.title}</a>,{' '}
          {[entry.date && londonDateOf(entry.date), entry.city, entry.number].filter(Boolean).join(', ')}
          {kind === 'several' && <>: {answerOf({ kind: 'found' }, entry)}</>}
        </li>
      ))}
    </ul>
  )
}

/** '40 checked: 31 accredited, 4 not accredited, 3 with possible matches, 2 not found'. */
function counted(results: BulkResult[]): string {
  const found = results.filter(({ kind }) => kind === 'found')
  const accredited = found.filter(({ entries }) => isAccredited(entries[0]!.status)).length
  const toChoose = results.filter(({ kind }) => kind === 'several').length
  const parts = [
    [accredited, 'accredited'],
    [found.length - accredited, 'not accredited'],
    [toChoose, 'with possible matches'],
    [results.length - found.length - toChoose, 'not found'],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${figure(count)} ${what}`)
  return `${figure(results.length)} checked: ${said.join(', ')}`
}
