import './entry.tsx'

// The script of `bun run dev` (src/build/dev.ts): loads the page again once a change has been built, or says what is wrong with it.
const changes = new EventSource('/dev/changes')
const [{ serverTiming }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming]
const loaded = serverTiming.find(({ name }) => name === 'build')?.description

changes.addEventListener('site', ({ data }: MessageEvent<string>) => {
  if (loaded && data !== loaded) location.reload()
  document.getElementById('dev-problem')?.remove()
})

changes.addEventListener('problem', ({ data }: MessageEvent<string>) => {
  const box = document.getElementById('dev-problem') ?? document.createElement('pre')
  box.id = 'dev-problem'
  box.setAttribute('role', 'alert')
  box.textContent = JSON.parse(data)
  Object.assign(box.style, {
    position: 'fixed',
    inset: 'auto 0 0',
    zIndex: '1000',
    maxHeight: '60vh',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    margin: '0',
    padding: '1rem',
    background: '#7f1d1d',
    color: '#fff',
  })
  document.body.append(box)
})
