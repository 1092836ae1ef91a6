import { pageTags } from '#domain/page-tags.ts'
import { isAccredited } from '#domain/register-status.ts'
import { changeText, changeTitle } from '#features/watching/change-words.ts'
import { type ChangesFormat, filePaths, filterNames, href, withNames } from '#pages.ts'
import { type FileSite, feedContentTypes, type ServeFile, type SharedFile } from '#requests/file-route.ts'
import { jsonFeed, type NewsItem, rssFeed } from '#requests/news-feed.ts'
import type { Services } from '#requests/services.ts'
import { type Change, lastChangesOf } from './changes.ts'
import { nameSubject, readSubject, subjectQuery } from './subject.ts'

const newest = 50

export function createChangesFeeds({ reading, otherMethod, keep }: FileSite): ServeFile {
  return async function serve(asked) {
    const { pathname, searchParams } = asked.url
    const address = withNames(pathname, ['entry', 'organiser', ...filterNames], searchParams)
    const format: ChangesFormat = pathname.endsWith('.rss') ? 'rss' : 'json'
    return otherMethod(asked) ?? (await keep(asked, address, () => loadChangesFeed(format, searchParams, reading)))
  }
}

/** Null for an entry or organiser that is not there. It is made again when the log grows. */
async function loadChangesFeed(
  format: ChangesFormat,
  query: URLSearchParams,
  { sql, brand, env, now }: Pick<Services, 'sql' | 'brand' | 'env' | 'now'>,
): Promise<SharedFile | null> {
  const subject = readSubject(query)
  const named = subject && (await nameSubject(sql, subject))
  if (!subject || !named) return null
  const { publicUrl } = env
  const changes = await lastChangesOf(sql, { subject, limit: newest, now: now() })
  const feed = {
    name: `Changes: ${named.name}`,
    pageHref: named.address,
    feedHref: filePaths.changesFeed(format, Object.fromEntries(new URLSearchParams(subjectQuery(subject)))),
    description: 'Changes in the public register.',
  }
  const items = changes.map((change) => changeNews(change, publicUrl))
  const text = (format === 'rss' ? rssFeed : jsonFeed)(feed, items, { brand, publicUrl })
  return { contentType: feedContentTypes[format], text, tags: [pageTags.registerLog, pageTags.register] }
}

function changeNews(change: Change, publicUrl: string): NewsItem {
  const { position, number, at, status, assurance } = change
  return {
    id: `${publicUrl}${href('log')}#${position}`,
    href: href('event', { slug: change.slug }),
    title: `${change.title}, ${changeTitle(change)}`,
    text: changeText(change),
    publishedAt: at,
    changedAt: at,
    category: change.category,
    author: change.organiser,
    register: {
      // As `GET /api/changes` has it.
      position: position + 1,
      number,
      change: change.change,
      status,
      statusBefore: change.before?.status ?? null,
      accredited: isAccredited(status),
      assurance,
      proof: publicUrl + href('logEntry', { number }),
    },
  }
}
