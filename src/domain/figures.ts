const format = new Intl.NumberFormat('en-GB')

/** '1,250' from 1250. (A kept formatter: `toLocaleString` makes a new one each time, which costs more than a card's markup; small
 * numbers, which a row of chips is full of, need none.) */
export function figure(value: number): string {
  return value >= 0 && value < 1000 && Number.isInteger(value) ? String(value) : format.format(value)
}
