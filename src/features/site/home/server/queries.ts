import { query } from '../../../../database/query.ts'
import type { HomeData } from '../home-page.tsx'

export const showHome = query<[today: string, limit: number], Omit<HomeData, 'organisation' | 'flags'>>(
  'home/show-home',
)
