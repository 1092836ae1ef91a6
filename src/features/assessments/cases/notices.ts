/** What a post to the bench has come to, as the page says it. */
export const notices = {
  saved: 'The verdict is saved',
  evidence: 'The evidence is marked. The applicant can see this now',
  assigned: 'Handed over',
  declared: 'Your declaration is on the record',
  proposed: 'The proposal is waiting for a second person',
  decided: 'The decision is on the record',
  asked: 'The applicant was asked for more',
  referred: 'The panel was asked to vote',
  seated: 'The new member was asked to vote',
  'condition-met': 'The condition is noted as met',
  voted: 'Your vote is on the record',
  purged: 'The file was permanently deleted',
} as const
export type BenchNotice = keyof typeof notices

export function isNotice(text: string | null): text is BenchNotice {
  return text !== null && Object.hasOwn(notices, text)
}
