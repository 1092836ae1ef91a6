import { expect, test } from 'bun:test'
import { directionsAddress } from './load-event.ts'

test('the way leads to the coordinates, otherwise to the address, and nowhere without either', () => {
  const lines = ['Corn Exchange Rooms', 'Leeds', '']
  const to = (address: string | null) => address && new URL(address).searchParams.get('to')
  expect(to(directionsAddress({ latitude: 53.796, longitude: -1.54, lines }))).toBe('53.796,-1.54')
  expect(to(directionsAddress({ latitude: 0, longitude: 0, lines }))).toBe('0,0')
  expect(to(directionsAddress({ latitude: 53.796, longitude: null, lines }))).toBe('Corn Exchange Rooms, Leeds')
  expect(directionsAddress({ latitude: null, longitude: null, lines: [''] })).toBeNull()
})
