type Spot = { latitude: number | null; longitude: number | null; lines: string[] }

/** The way on OpenStreetMap: to the coordinates, or else to the postal address; null without either. */
export function directionsAddress({ latitude, longitude, lines }: Spot): string | null {
  const to = latitude !== null && longitude !== null ? `${latitude},${longitude}` : lines.filter(Boolean).join(', ')
  return to ? `https://www.openstreetmap.org/directions?to=${encodeURIComponent(to)}` : null
}
