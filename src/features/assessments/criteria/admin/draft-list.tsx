import { adminHref } from '#admin-pages.ts'
import { AdminTable } from '#ui/admin-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MoveForm } from '#ui/move-form.tsx'
import { criterionGroupNames, criterionGroups } from '../criterion-groups.ts'
import { levelSummary } from '../level-table.ts'
import type { CriteriaDraft } from './state.ts'

/** The criteria of the draft by group, each with its form and its place among the others of its group. */
export function DraftList({ draft: { criteria, revision } }: { draft: CriteriaDraft }) {
  if (criteria.length === 0) return <EmptyState icon="i-inbox" title="The draft has no criteria." />
  const groups = criterionGroupNames.map((group) => criteria.filter((criterion) => criterion.group === group))
  return (
    <AdminTable
      caption="Criteria of the draft, by group"
      columns={[
        { label: 'Criterion' },
        { label: 'Group' },
        { label: 'Asked for', grows: true },
        { label: 'Place', acts: true },
      ]}
      rows={groups.flatMap((inGroup) =>
        inGroup.map((criterion, index) => ({
          key: criterion.id,
          cells: [
            <a key="name" href={adminHref('adminCriterion', { id: criterion.id })}>
              {criterion.name}
            </a>,
            criterionGroups[criterion.group],
            `${levelSummary(criterion)}${criterion.expires ? ', with its last day' : ''}`,
            <MoveForm
              key="place"
              action={adminHref('adminCriteria')}
              fields={{ criterion: criterion.id, revision }}
              name={criterion.name}
              isFirst={index === 0}
              isLast={index === inGroup.length - 1}
            />,
          ],
        })),
      )}
    />
  )
}
