import { type } from 'arktype'
import { byPerson, recordChange } from '#database/record-change.ts'
import { answer, formCommand } from '#requests/command.ts'
import { paragraphs } from '#wire/text-schema.ts'
import { noteLimit } from '../rules.ts'
import { addRemark } from './remark-queries.ts'
import { closeSample, readSample, type SampleOutcome } from './sample-queries.ts'
import { refused, reviewParams } from './work-on-application.ts'

/** Marks a sampled application as looked at: `fine`, or found `wrong`. What was looked at stays in its history. */
export const markSampled = (outcome: Exclude<SampleOutcome, 'withdrawn'>) =>
  formCommand({
    permission: 'review',
    params: reviewParams,
    schema: type({ looked: paragraphs(noteLimit, 'Say what you checked') }),
    run: async ({ params: { id }, input: { looked }, admin, services: { sql, now } }) =>
      await sql.begin(async (tx) => {
        const at = now().toISOString()
        const person = { personId: admin.id, personName: admin.name }
        const [closed] = await closeSample(tx, { applicationId: id, outcome, ...person, now: at })
        if (!closed) {
          const [sample] = await readSample(tx, { applicationId: id })
          // A second click has nothing left to do; where somebody else was faster, the page says who.
          const isMine = sample?.outcome === outcome && sample.looked_at_by_name === admin.name
          return isMine ? answer(null) : refused('looked-before')
        }
        const text = `Sampled and found ${outcome}: ${looked}`
        const author = { authorId: admin.id, authorName: admin.name }
        await addRemark(tx, { applicationId: id, kind: 'note', ...author, now: at, text })
        const subject = { kind: 'application', id }
        await recordChange(tx, { actor: byPerson(admin), subject, action: 'sample-looked-at', after: { outcome } })
        return answer(null)
      }),
  })
