/**
 * A ZIP that is the same for the same files: in the order of their names, with one day as the time of all of them, and
 * streamed, so that no more of it is in memory than what is on its way.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

export interface PackedFile {
  path: string
  /** Called when its turn comes. */
  open: () => Promise<AsyncIterable<Uint8Array | string>> | AsyncIterable<Uint8Array | string>
  /** Files that are compressed in themselves cost time and save nothing. */
  isCompressed?: boolean
}

const MANIFEST = 'manifest.sha256'

/** The files, and last a manifest that `sha256sum --check` reads. */
export async function* createZip(files: readonly PackedFile[], day: string): AsyncGenerator<Uint8Array> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const sums = new Map<string, string>()
  let current: Readable | undefined
  const add = ({ path, open, isCompressed = false }: PackedFile, isRemembered: boolean) =>
    zip.addReadStreamLazy(path, { ...toFixedTime(day), compressionLevel: isCompressed ? 1 : 6 }, (take) => {
      const content = hashStream(open, (sum) => isRemembered && sums.set(path, sum))
      current = Readable.from(content, { objectMode: false })
      current.on('error', (error) => zip.emit('error', error))
      take(null, current)
    })
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error))
  const sorted = files.toSorted((a, b) => order(a.path, b.path))
  for (const file of sorted) add(file, true)
  add({ path: MANIFEST, open: () => getManifest(sums) }, false)
  zip.end()
  try {
    yield* output as AsyncIterable<Uint8Array>
  } finally {
    current?.destroy()
    output.destroy()
  }
}

/** Byte order, independent of the locale of the machine. */
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The DOS time has no zone: midday of the day wherever the service runs; the other stamp of time would have one. */
function toFixedTime(day: string) {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return { mtime: new Date(year, month - 1, date, 12), mode: 0o100644, forceDosTimestamp: true }
}

async function* hashStream(
  open: PackedFile['open'],
  done: (sum: string) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const piece of await open()) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    hash.update(bytes)
    yield bytes
  }
  done(hash.digest('hex'))
}

async function* getManifest(sums: ReadonlyMap<string, string>): AsyncGenerator<string> {
  for (const [path, sum] of [...sums].toSorted(([a], [b]) => order(a, b))) yield `${sum}  ${path}\n`
}
