/** Where an event is, as far as somebody has given it. */
type Spot = { latitude: number | null; longitude: number | null; lines: string[] }

/**
 * The address of the way there on OpenStreetMap: to the coordinates where they are known, otherwise to the postal address. Null where
 * nobody has given either.
 */
export function directionsAddress({ latitude, longitude, lines }: Spot): string | null {
  const to = latitude !== null && longitude !== null ? `${latitude},${longitude}` : lines.filter(Boolean).join(', ')
  return to ? `https://www.openstreetmap.org/directions?to=${encodeURIComponent(to)}` : null
}
