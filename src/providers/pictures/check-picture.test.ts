import { expect, test } from 'bun:test'
import { isPublicAddress } from '#process/public-address.ts'
import { checkPicture, type PictureNetwork, pictureLimit } from './check-picture.ts'

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])
const asked: string[] = []
function networkOf(response: () => Response, addresses = ['93.184.215.14']): PictureNetwork {
  asked.length = 0
  return {
    addressesOf: async () => addresses,
    ask: async (address, url) => {
      asked.push(`${address} ${url.hostname}`)
      return response()
    },
  }
}
const picture = (body: Uint8Array, type = 'image/png', more: ResponseInit = {}) =>
  new Response(body as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type }, ...more })

test('a picture on a public host passes, and the address that was looked at is the one that is asked', async () => {
  expect(
    await checkPicture(
      'https://pictures.example/a.png?x=1',
      networkOf(() => picture(png)),
    ),
  ).toBeNull()
  expect(asked).toEqual(['93.184.215.14 pictures.example'])
})

test('a cover of our own needs no look', async () => {
  expect(
    await checkPicture(
      '/covers/culture/fair-1.svg',
      networkOf(() => picture(png)),
    ),
  ).toBeNull()
  expect(asked).toEqual([])
})

test.each([
  'http://pictures.example/a.png',
  'https://user:word@pictures.example/a.png',
  'https://pictures.example:8443/a.png',
  'https://127.0.0.1/a.png',
  'https://0x7f000001/a.png',
  'https://2130706433/a.png',
  'https://[::1]/a.png',
  'https://localhost/a.png',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  '//pictures.example/a.png',
  '/covers/../admin',
  'https://pictures.example\\@10.0.0.1/a.png',
  `https://pictures.example/${'a'.repeat(500)}`,
])('%s is refused without a look', async (address) => {
  expect(
    await checkPicture(
      address,
      networkOf(() => picture(png)),
    ),
  ).not.toBeNull()
  expect(asked).toEqual([])
})

test.each([[['10.0.0.1']], [['93.184.215.14', '169.254.169.254']], [['::1']], [['::ffff:127.0.0.1']], [[]]])(
  'a name that leads to %p is refused before anything is asked',
  async (addresses) => {
    const problem = await checkPicture(
      'https://pictures.example/a.png',
      networkOf(() => picture(png), addresses),
    )
    expect(problem).toBe('This host is not on the public internet')
    expect(asked).toEqual([])
  },
)

test('redirects, errors, other kinds, lies about the kind and large files are refused', async () => {
  const check = (response: () => Response) => checkPicture('https://pictures.example/a', networkOf(response))
  const away = () => new Response(null, { status: 302, headers: { location: 'https://10.0.0.1/' } })
  expect(await check(away)).toContain('leads on')
  expect(asked).toHaveLength(1)
  expect(await check(() => picture(png, 'image/png', { status: 404 }))).toContain('404')
  expect(await check(() => picture(png, 'image/svg+xml'))).toContain('no picture that we show')
  expect(await check(() => picture(png, 'image/jpeg'))).toContain('not the picture')
  const endless = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
      }),
      { headers: { 'content-type': 'image/png' } },
    )
  expect(await check(endless)).toContain('larger than 3 MB')
  const declared = () =>
    new Response(png, { headers: { 'content-type': 'image/png', 'content-length': String(pictureLimit + 1) } })
  expect(await check(declared)).toContain('larger than 3 MB')
  expect(await check(() => Promise.reject(new Error('away')) as never)).toContain('could not be fetched')
})

test('public and other addresses', () => {
  for (const address of ['8.8.8.8', '93.184.215.14', '2606:2800:21f::1']) expect(isPublicAddress(address)).toBe(true)
  for (const address of [
    '0.0.0.0',
    '10.9.8.7',
    '100.64.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.19.0.1',
    '239.0.0.1',
    '255.255.255.255',
    'fe80::1',
    'fd00::1',
    '::',
    '64:ff9b::a00:1',
    '2001:db8::1',
    '2002:a00:1::1',
    'nonsense',
  ]) {
    expect(isPublicAddress(address)).toBe(false)
  }
})
