import { query } from '../../../../database/query.ts'

export type Partner = {
  id: string
  name: string
  url: string | null
  logoUrl: string | null
  active: boolean
  /** Smaller stands earlier. */
  priority: number
  /** Invented, for the demonstration. */
  isDemo: boolean
}

export const listActivePartners = query<[], Partner>('partners/list-active-partners')

export type DemoPartner = { name: string; url: string | null; logoUrl: string | null; priority: number }

export const addDemoPartners = query<[partners: DemoPartner[]], { id: string }>('partners/add-demo-partners')
