export type WitnessStatus = {
  name: string
  key: string
  /** `size` is null before the first checkpoint. */
  logs: { origin: string; size: number | null; root: string | null; seenAt: string | null; note: string | null }[]
  conflicts: { origin: string; size: number; note: string; seenAt: string }[]
}

/** A page without anything to load, for people who run the witness or rely on it. */
export function witnessPage({ name, key, logs, conflicts }: WitnessStatus): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Witness ${Bun.escapeHTML(name)}</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:45rem;margin:2rem auto;padding:0 1rem}code,pre{overflow-wrap:anywhere;white-space:pre-wrap}</style>
</head>
<body>
<main>
<h1>Witness ${Bun.escapeHTML(name)}</h1>
<p>This witness signs a checkpoint of a log only if the log still holds everything that the witness has seen before.</p>
<p>Its line in a policy: <code>witness NAME ${Bun.escapeHTML(key)}</code></p>
${conflicts.map(conflictHtml).join('')}
${logs.map(logHtml).join('')}
<p><a href="/status.json">The same as JSON</a></p>
</main>
</body>
</html>
`
}

function logHtml({ origin, size, seenAt, note }: WitnessStatus['logs'][number]): string {
  const seen =
    size === null
      ? '<p>No checkpoint seen yet.</p>'
      : `<p>${size} entries, seen at ${Bun.escapeHTML(seenAt ?? '')}.</p><pre>${Bun.escapeHTML(note ?? '')}</pre>`
  return `<h2>${Bun.escapeHTML(origin)}</h2>${seen}`
}

function conflictHtml({ origin, size, note, seenAt }: WitnessStatus['conflicts'][number]): string {
  return `<h2>Two histories of ${Bun.escapeHTML(origin)}</h2>
<p><strong>The log signed another root for its ${size} entries.</strong> This witness did not sign it. Seen at ${Bun.escapeHTML(seenAt)}:</p>
<pre>${Bun.escapeHTML(note)}</pre>`
}
