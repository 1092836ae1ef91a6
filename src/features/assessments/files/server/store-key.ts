/** Under what the file store keeps a document. */
export function storeKey(fileId: string): string {
  return `evidence/${fileId}`
}
