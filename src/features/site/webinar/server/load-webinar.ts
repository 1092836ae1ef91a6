import { readContentFlags } from '../../../../database/content-flags.ts'
import { readPromotionDate } from '../../../../database/promotion-dates.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { londonDay } from '../../../../domain/london-time.ts'
import { pageTags } from '../../../../domain/page-tags.ts'
import type { Loader } from '../../../../page-loader.ts'
import { paths } from '../../../../paths.ts'
import type { Services } from '../../../../services.ts'
import { emptySignUp, hasStarted, type SignUpState, startOf, type WebinarData } from '../rules.ts'
import { findSignUp } from './queries.ts'
import { webinarCalendar } from './webinar-calendar.ts'

/** The webinar's page; with `signed-up` and the id of a sign-up, its confirmation (where a post without a script ends). */
export const loadWebinar: Loader<WebinarData> = async ({ query, services }) => {
  const id = query.get('signed-up')
  if (isUuid(id)) {
    const data = await webinarPage(services, { ...emptySignUp, done: true })
    const [row] = await findSignUp(services.sql, { id, startsAt: startOf(data.when) })
    return row ? { kind: 'page', data } : { kind: 'not-found' }
  }
  const data = await webinarPage(services, emptySignUp)
  const closesToday = londonDay(services.now()) === londonDay(new Date(startOf(data.when)))
  // A kept page stands until the day ends, but on its own day the webinar closes before that.
  return closesToday
    ? { kind: 'page', data, headers: { 'cache-control': 'no-cache', 'x-robots-tag': 'all' } }
    : { kind: 'page', data, tags: [pageTags.contentFlags] }
}

/** What the page shows around a state of its forms. */
export async function webinarPage({ sql, brand, env, now }: Services, signUp: SignUpState): Promise<WebinarData> {
  const [flags, when] = await Promise.all([readContentFlags(sql), readPromotionDate(sql, 'webinar')])
  const started = hasStarted(startOf(when), now())
  const isOpen = flags.webinar && (!started || env.mode === 'demo')
  const file = started && !isOpen ? null : webinarCalendar(when, brand, env.publicUrl + paths.webinar(), now())
  return {
    when,
    isOpen,
    hasStarted: started,
    flags,
    calendar: file && `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`,
    signUp,
  }
}
