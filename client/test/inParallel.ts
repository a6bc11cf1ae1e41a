/** Works on all items, so many at a time, and gives the results in the order of the items. */
export async function inParallel<Item, Result>(
  workers: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return results
}
