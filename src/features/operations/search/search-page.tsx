import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchForm, SearchInput } from '#ui/field.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { shortestSearch } from './rules.ts'
import type { adminSearch } from './server.ts'

type Data = PageData<typeof adminSearch>

export const page = definePage<Data>(SearchPage, ({ q }) => (q ? `Search: ${q}` : 'Search'))

function SearchPage({ data }: { data: Data }) {
  const { q, kinds, hits, limit, areSimilar } = data
  const searched = kinds.map((kind) => kind.toLowerCase()).join(', ')
  return (
    <>
      <PageHeading
        lead={
          kinds.length > 0 ? `Your roles open ${searched}.` : 'Your roles do not include anything that can be searched.'
        }
      >
        Search
      </PageHeading>
      <SearchForm
        key={q}
        aria-label="Everything that you can see"
        action={adminHref('adminSearch')}
        className="max-w-form"
      >
        <SearchInput
          name="q"
          label="Reference, number, name, title, email address or telephone number"
          defaultValue={q}
          maxLength={100}
        />
      </SearchForm>
      {q !== '' && q.length < shortestSearch && <p className="mt-4">Type at least {shortestSearch} characters.</p>}
      {q.length >= shortestSearch && hits.length === 0 && (
        <EmptyState className="mt-8" icon="i-search" title="Nothing was found." />
      )}
      {areSimilar && <p className="mt-4">Nothing is spelt like that. These are spelt similarly.</p>}
      {kinds.map((kind) => {
        const found = hits.filter((hit) => hit.kind === kind)
        return (
          found.length > 0 && (
            <section key={kind} aria-labelledby={`found-${kind}`} className="mt-6">
              <h2 id={`found-${kind}`}>{kind}</h2>
              <ul className="mt-2">
                {found.map(({ href, title, detail, state }) => (
                  <li key={href} className="py-1 border-b border-border">
                    <a href={href} className="font-semibold">
                      {title}
                    </a>{' '}
                    <span className="text-muted">
                      {detail}, {state.charAt(0).toLowerCase() + state.slice(1)}
                    </span>
                  </li>
                ))}
              </ul>
              {found.length === limit && (
                <p className="mt-2 text-note">The first {limit}. Type more to find the others.</p>
              )}
            </section>
          )
        )
      })}
    </>
  )
}
