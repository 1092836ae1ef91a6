import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = '/sys/fs/cgroup'
/** In microseconds, as the kernel and Docker have it. */
const period = 100_000

/**
 * Holds a process to a share of one processor, by a control group of the kernel, as `docker run --cpus` does. Needs root.
 * @param share 0.5 is half a processor.
 * @returns what lets it go again.
 */
export function holdToShare(pid: number, share: number): () => void {
  const isUnified = existsSync(join(root, 'cgroup.controllers'))
  const top = isUnified ? root : join(root, 'cpu')
  const group = join(top, `sizing-${pid}`)
  if (isUnified) writeFileSync(join(top, 'cgroup.subtree_control'), '+cpu')
  mkdirSync(group, { recursive: true })
  const quota = Math.round(share * period)
  if (isUnified) writeFileSync(join(group, 'cpu.max'), `${quota} ${period}`)
  else writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota))
  writeFileSync(join(group, 'cgroup.procs'), String(pid))
  return () => {
    writeFileSync(join(top, 'cgroup.procs'), String(pid))
    rmdirSync(group)
  }
}
