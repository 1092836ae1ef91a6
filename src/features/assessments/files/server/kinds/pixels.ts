/** Of a picture, as its header says, before anything is decoded. */
export const pixelLimits = { side: 12_000, all: 60_000_000 }

export type Size = { width: number; height: number }

export function isTooLarge({ width, height }: Size): boolean {
  return Math.max(width, height) > pixelLimits.side || width * height > pixelLimits.all
}
