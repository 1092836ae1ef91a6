import { NoSuchEntry } from '#features/proof/no-such-entry.tsx'
import {
  type BadgeSize,
  badgeSizes,
  defaultLook,
  lookQuery,
  type Theme,
  themes,
} from '#features/register/badge-look.ts'
import type { PageData } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import { ChipLink, ChipRow } from '#ui/chip.tsx'
import { CopyField } from '#ui/copy-button.tsx'
import { TitledPage, TitledSection } from '#ui/layout.tsx'
import { definePage } from '#wire/page.ts'
import type { badge } from './server.ts'

type BadgePageData = PageData<typeof badge>

export const page = definePage<BadgePageData>(
  ({ data }) => (data.kind === 'found' ? <Badge data={data} /> : <NoSuchEntry heading="No badge" />),
  (data) =>
    data.kind === 'found'
      ? {
          title: `Badge of ${data.number}`,
          description: `The live badge of ${data.number} for other websites, with the code to copy.`,
          ...(data.theme === defaultLook.theme ? { canonical: href('badge', { number: data.number }) } : {}),
        }
      : { title: 'No badge' },
)

function Badge({ data }: { data: Extract<BadgePageData, { kind: 'found' }> }) {
  const { number, slug, title, theme, says, codes, statusLink, embeds } = data
  return (
    <TitledPage
      eyebrow="Live badge"
      title={<span className="figures">{number}</span>}
      lead={
        <>
          A picture for your website that always shows the status of <a href={href('event', { slug })}>{title}</a> in
          the register.
        </>
      }
    >
      <p className="mt-6 max-w-prose">
        It now says: {says} If the status changes, the badge shows it within a minute. It sets no cookies and runs no
        script.
      </p>
      <TitledSection id="theme" title="Theme" className="mt-8" heading="mb-4">
        <ChipRow label="Theme of the badge">
          {Object.entries(themes).map(([name, label]) => (
            <ChipLink
              key={name}
              href={href('badge', { number }, lookQuery({ ...defaultLook, theme: name as Theme }))}
              current={name === theme}
            >
              {label}
            </ChipLink>
          ))}
        </ChipRow>
      </TitledSection>
      {Object.entries(badgeSizes).map(([name, { label, width, height }]) => (
        <TitledSection
          key={name}
          id={name}
          title={`${label}, ${width} by ${height} pixels`}
          className="mt-10"
          heading="mb-4"
        >
          <img
            src={filePaths.badge(number, lookQuery({ size: name as BadgeSize, theme }))}
            width={width}
            height={height}
            alt={`The badge: ${says}`}
            className="max-w-full h-auto"
          />
          <CopyField
            id={`code-${name}`}
            label={`Code of the ${label.toLowerCase()} badge`}
            text={codes[name as BadgeSize]}
          />
        </TitledSection>
      ))}
      <TitledSection id="programs" title="Status for programs" className="mt-10">
        <p className="mt-4 max-w-prose">
          Put this line into the head of your page. Programs that follow it read the status of today in{' '}
          <code>register.status</code>, with its proof.
        </p>
        <CopyField id="code-status" label="Line for programs" text={statusLink} />
      </TitledSection>
      {embeds.map(({ name, path, code }, index) => (
        <TitledSection key={path} id={`list-${index}`} title={name} className="mt-10" heading="mb-4">
          <p className="mb-4 max-w-prose">
            The list follows the register too. Its address takes the filters of{' '}
            <a href={href('listings')}>the register’s page</a>.
          </p>
          <iframe
            src={path}
            title={name}
            height={480}
            loading="lazy"
            className="w-full max-w-prose border border-border rounded"
          />
          <CopyField id={`code-list-${index}`} label={`Code of the list: ${name}`} text={code} />
        </TitledSection>
      ))}
    </TitledPage>
  )
}
