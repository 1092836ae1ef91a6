export const content = {
  title: 'Public log',
  lead: 'Every change of an entry’s status is written into a log that can only grow. Anyone can check that no one has changed, left out or moved anything in it, including us.',
  what: [
    'When an entry is published, renewed, suspended, reinstated or revoked, when it lapses, when we check it further or correct it, the change becomes the next entry of this log, within two seconds. Each entry says until when it is valid.',
    'The entries are the leaves of a Merkle tree: each group of hashes is hashed again, up to one root. We sign that root and the number of entries. If one letter of one entry were changed later, the root would be different and our signature would no longer match.',
    'An entry holds the number, the status, the dates and how far the event was checked. Title, organiser, place, date and reason are stored as salted hashes. You can check them while the register shows them. If they are corrected or erased, no trace of them is left.',
  ],
  proves: {
    yes: [
      'The register said this of the entry, at the latest when the log was signed.',
      'What the log said when you last looked is still there, unchanged and in the same order.',
      'Someone who changes our database without our signing key cannot change what was signed.',
    ],
    no: [
      'That what we found was right, or that an event is safe.',
      'When older entries were published. The log shows entries that are older than the log with the date in the register, from the day on which they were recorded.',
      'That everyone is shown the same log. To check that, ask for the signatures of witnesses with a verifier and a list of witnesses that are not from this site, compare checkpoints with someone else, or keep them yourself.',
    ],
  },
  witnesses: {
    none: 'No witness signs this log yet. Until there are some, only people who keep checkpoints can see whether others are shown another log.',
    text: (needed: string) =>
      `A witness is run by somebody else. It signs the log only if everything that it has seen before is still there. ${needed}`,
    enough: (size: string, at: string) => `Enough of them have seen the first ${size} entries, since ${at}.`,
  },
  recent:
    'In the order of the log, with the dates in the register. Entries that are older than the log were written into it when it began, with their status at that time.',
  check: {
    inBrowser:
      'The page of each entry and each certificate has a link “Prove it”. Your browser then calculates the hashes itself. It remembers how long the log was, so the next check also shows whether anything before has changed.',
    command:
      'With this project’s program you can check the whole log from any computer. It keeps the checkpoint, compares it the next time, and tells you what does not match:',
    clients:
      'The log is in the format C2SP tlog-tiles (version 1 of the entries is described in the project’s docs/public-log.md), so that other programs for transparency logs can read it as well:',
  },
  watch:
    'Run the command once a day with the same file. It fails when the log has become shorter, when anything before has changed, or when the register and the log do not agree. If that happens, please tell us, and publish both checkpoints: they carry our signature.',
  ended:
    'We start a log again only if the database cannot be restored to what was signed. Earlier checkpoints still prove what they covered.',
} as const
