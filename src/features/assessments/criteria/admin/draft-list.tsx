import { adminHref } from '../../../../admin-pages.ts'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { SiteLink } from '../../../../ui/site-link.tsx'
import { Table } from '../../../../ui/table.tsx'
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx'
import { type Criterion, criterionGroupNames, criterionGroups } from '../criterion.ts'
import { levelSummary } from '../level-table.ts'
import type { CriteriaDraft } from './state.ts'

/** The criteria of the draft by group, each with its form and its place among the others of its group. */
export function DraftList({ draft: { criteria, revision } }: { draft: CriteriaDraft }) {
  if (criteria.length === 0) return <EmptyState icon="i-inbox" title="No criterion is left in the draft." />
  const groups = criterionGroupNames.map((group) => criteria.filter((criterion) => criterion.group === group))
  return (
    <Table
      caption="Criteria of the draft, by group"
      captionHidden
      columns={[{ label: 'Criterion' }, { label: 'Group' }, { label: 'Asked for' }, { label: 'Place' }]}
      rows={groups.flatMap((inGroup) =>
        inGroup.map((criterion, index) => ({
          key: criterion.id,
          cells: [
            <SiteLink
              key="name"
              href={adminHref('adminCriterion', { id: criterion.id })}
              className="inline-block min-w-40 font-semibold"
            >
              {criterion.name}
            </SiteLink>,
            criterionGroups[criterion.group],
            `${levelSummary(criterion)}${criterion.expires ? ', with its last day' : ''}`,
            <Place
              key="place"
              criterion={criterion}
              revision={revision}
              isFirst={index === 0}
              isLast={index === inGroup.length - 1}
            />,
          ],
        })),
      )}
    />
  )
}

function Place({
  criterion: { id, name },
  revision,
  isFirst,
  isLast,
}: {
  criterion: Criterion
  revision: number
  isFirst: boolean
  isLast: boolean
}) {
  return (
    <form method="post" action={adminHref('adminCriteria')} className="flex gap-2">
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="criterion" value={id} />
      <input type="hidden" name="revision" value={revision} />
      {!isFirst && (
        <Button type="submit" variant="quiet" name="by" value="up">
          <Icon icon="i-arrow-up" />
          <VisuallyHidden>Move {name} up</VisuallyHidden>
        </Button>
      )}
      {!isLast && (
        <Button type="submit" variant="quiet" name="by" value="down">
          <Icon icon="i-arrow-down" />
          <VisuallyHidden>Move {name} down</VisuallyHidden>
        </Button>
      )}
    </form>
  )
}
