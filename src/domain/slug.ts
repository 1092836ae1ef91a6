export function slugOf(title: string, instead = 'event'): string {
  const words = title
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z\d]+/g, '-')
  return words.replace(/^-/, '').slice(0, 80).replace(/-$/, '') || instead
}
