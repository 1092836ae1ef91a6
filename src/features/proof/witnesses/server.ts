import { pageTags } from '#domain/page-tags.ts'
import { sha256 } from '#features/proof/server/node-crypto.ts'
import { findPublicKey } from '#features/proof/server/queries.ts'
import { verifierKey } from '#features/proof/signed-note.ts'
import { page } from '#page/page.ts'

export const logWatch = page('logWatch', {
  tags: [pageTags.registerLog],
  load: async ({ sql, services: { env } }) => {
    const [key] = await findPublicKey(sql.raw, { purpose: 'log' })
    return { site: env.publicUrl, key: key ? await verifierKey(sha256, key) : null }
  },
})
