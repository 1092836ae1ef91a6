// The floor: `Bun.serve` answering finished bytes, with the headers a page needs at least. FILE holds path, tab, file of bytes.
const answers = new Map<string, Uint8Array<ArrayBuffer>>()
for (const line of (await Bun.file(process.argv[2]!).text()).trim().split('\n')) {
  const [path, file] = line.split('\t')
  answers.set(path!, new Uint8Array(await Bun.file(file!).arrayBuffer()))
}
const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'zstd' }

const server = Bun.serve({
  port: Number(process.env.PORT),
  fetch: (request) => {
    const { url } = request
    return new Response(answers.get(url.slice(url.indexOf('/', 8))), { headers })
  },
})
console.log(`listening on ${server.port}`)

export {}
