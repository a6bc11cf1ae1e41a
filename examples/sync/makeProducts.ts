// Prints made-up products as CSV: `node examples/sync/makeProducts.ts 50000 > products.csv`.
const count = Number(process.argv[2] ?? 50_000)
const lines = Array.from({ length: count }, (_, index) => {
  const name = index % 7 === 0 ? `"Screw ""M${index % 12}"", ${index} mm"` : `Part ${index}`
  const sku = `SKU-${String(index).padStart(6, '0')}`
  const price = `${(index % 900) + 1}.${String(index % 100).padStart(2, '0')}`
  return [sku, name, price, index % 50].join()
})
process.stdout.write(`sku,name,price,onHand\n${lines.join('\n')}\n`)
