/**
 * Where files lie: a folder of this machine (local-file-store.ts) or a bucket (s3-file-store.ts). A store knows keys and
 * bytes, and neither what a file is nor how to read it: what it is given is sealed (sealed-files.ts).
 */

export interface FileStore {
  /**
   * Streams into the store under a fresh key; resolves when it is durable. Rejects and leaves nothing behind when the
   * source fails, with the source's own error, or gives more than the store takes (FileTooLarge). With `mayExist` the key may hold an
   * earlier object: a write that fails removes nothing, and leaves the earlier object or the new one.
   */
  write(
    key: string,
    source: AsyncIterable<Uint8Array>,
    options?: { mayExist?: boolean },
  ): Promise<{ storedBytes: number }>
  /** Opens it; FileMissing where there is none. To be iterated at once: it may hold a connection. */
  read(key: string): Promise<AsyncIterable<Uint8Array>>
  /** What is absent stays absent. */
  remove(key: string): Promise<void>
  close(): void
}

/** The last wall, behind the limits of an upload: no store takes more under one key. */
export const MAX_STORED_BYTES = 128 * 1024 * 1024

/** A record names a file that the store does not have. */
export class FileMissing extends Error {
  constructor() {
    super('A stored file is missing')
  }
}

export class FileTooLarge extends Error {
  constructor() {
    super('A file is larger than the store takes')
  }
}

/** The store is away, full, slow or refuses this service: nothing is wrong with the request. */
export class FileStoreUnavailable extends Error {
  readonly code = 'UNAVAILABLE'
  constructor(cause: unknown) {
    super('The file store is unavailable', { cause })
  }
}

const KEY = /^[a-z0-9]+(\/[a-z0-9]+)*$/
const KEY_CHARACTERS = { min: 2, max: 200 }

/** Keys are made by this service and never come from a request: another one is a mistake in the program. */
export function requireFileKey(key: string): string {
  if (!KEY.test(key) || key.length < KEY_CHARACTERS.min || key.length > KEY_CHARACTERS.max)
    throw new Error('A storage key is parts of a-z and 0-9, separated by slashes')
  return key
}

/** What a store reads of a source: counted, bounded, and knowing whose failure ended it. */
export interface Intake {
  bytes: AsyncIterable<Uint8Array>
  storedBytes(): number
  /** What to reject with after `error`: the source's own failure, or that of the store. */
  rejection(error: unknown): unknown
}

export function createIntake(source: AsyncIterable<Uint8Array>, maxBytes: number): Intake {
  let storedBytes = 0
  let failure: { error: unknown } | null = null
  return {
    bytes: passing(),
    storedBytes: () => storedBytes,
    rejection: (error) => (failure ? failure.error : new FileStoreUnavailable(error)),
  }

  async function* passing(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        storedBytes += chunk.byteLength
        if (storedBytes > maxBytes) throw new FileTooLarge()
        yield chunk
      }
    } catch (error) {
      failure = { error }
      throw error
    }
  }
}
