// A process whose clock, chance and place are others: draws the certificate that its input describes, as JSON, and answers the bytes.

const RealDate = Date
const elsewhen = new RealDate('2031-02-28T23:59:59Z').getTime()
globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length > 0 ? given : [elsewhen]) as [number]))
  }
  static override now() {
    return elsewhen
  }
} as DateConstructor
Math.random = () => 0.123

const [row, given] = JSON.parse(await Bun.stdin.text())
const { drawCertificate } = await import('#features/register/certificate/server/draw-certificate.ts')
await Bun.write(Bun.stdout, await drawCertificate(row, given))

export {}
