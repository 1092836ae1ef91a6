import type { CriteriaDifference } from './compare-criteria.ts'

const words = { added: 'New', changed: 'Changed', removed: 'No longer asked for', moved: 'The order was changed' }

export function CriteriaDifferences({ differences }: { differences: CriteriaDifference[] }) {
  return (
    <ul className="list-disc pl-5">
      {differences.map((difference) => (
        <li key={`${difference.kind} ${difference.id}`}>
          {words[difference.kind]}
          {difference.name && `: ${difference.name}`}
          {difference.kind === 'changed' &&
            ` (${difference.fields.map(({ field }) => field.toLowerCase()).join(', ')})`}
        </li>
      ))}
    </ul>
  )
}
