/**
 * Files in a bucket of S3 or of what speaks its protocol. An object appears whole or not at all; one that does not fit
 * into a part is uploaded in several, which are aborted when the upload does not complete. Every request has
 * a time-out and at most three attempts; bodies carry checksums both ways.
 */
import { Readable } from 'node:stream'
import { runSpan } from '../traces.ts'
import {
  createIntake,
  FileMissing,
  type FileStore,
  FileStoreUnavailable,
  MAX_STORED_BYTES,
  requireFileKey,
} from './file-store.ts'

const ATTEMPTS = 3
const PART_BYTES = 5 * 1024 * 1024
/** An upload holds so many parts in memory. */
const PARTS_AT_ONCE = 2
const CLEAN_UP_WITHIN_MS = 5_000

export interface S3Options {
  bucket: string
  region: string
  /** Null: that of AWS in this region. */
  endpoint: string | null
  /** The bucket in the path and not in the host name; most stores other than AWS want it. */
  forcePathStyle: boolean
  /** Null: the role of the machine, as the SDK finds it. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

export interface S3Limits {
  maxBytes: number
  connectWithinMs: number
  /** From the first byte of a request to the first of its answer. */
  answerWithinMs: number
  /** Longest silence in the middle of a body. */
  silenceMs: number
}

const LIMITS: S3Limits = {
  maxBytes: MAX_STORED_BYTES,
  connectWithinMs: 3_000,
  answerWithinMs: 15_000,
  silenceMs: 30_000,
}

/** Loads the SDK: a tenth of a second and some memory, which only those pay who use it. */
export async function createS3FileStore(
  options: S3Options,
  given: Partial<S3Limits> = {},
): Promise<FileStore> {
  const [{ S3Client, GetObjectCommand, DeleteObjectCommand }, { Upload }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
  ])
  const limits = { ...LIMITS, ...given }
  const client = new S3Client({
    region: options.region,
    ...(options.endpoint && { endpoint: options.endpoint }),
    ...(options.credentials && { credentials: options.credentials }),
    forcePathStyle: options.forcePathStyle,
    maxAttempts: ATTEMPTS,
    requestChecksumCalculation: 'WHEN_SUPPORTED',
    responseChecksumValidation: 'WHEN_SUPPORTED',
    requestHandler: {
      connectionTimeout: limits.connectWithinMs,
      requestTimeout: limits.answerWithinMs,
      throwOnRequestTimeout: true,
      socketTimeout: limits.silenceMs,
    },
  })
  /** The endpoint of AWS follows from the region; the key of an object is not in a span. */
  const host = options.endpoint ? new URL(options.endpoint).hostname : `s3.${options.region}.amazonaws.com`
  const traced = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    runSpan({ name, kind: 'client', host }, work)
  const objectOf = (key: string) => ({ Bucket: options.bucket, Key: requireFileKey(key) })

  return {
    async write(key, source, { mayExist = false } = {}) {
      const object = objectOf(key)
      const intake = createIntake(source, limits.maxBytes)
      const upload = new Upload({
        client,
        params: { ...object, Body: Readable.from(intake.bytes), ContentType: 'application/octet-stream' },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
      })
      try {
        await traced('PutObject', () => upload.done())
      } catch (error) {
        const rejection = intake.rejection(error)
        if (rejection instanceof FileStoreUnavailable && !mayExist) {
          // A lost response does not show whether the object was stored. The key is fresh, so no earlier object has it.
          const abortSignal = AbortSignal.timeout(CLEAN_UP_WITHIN_MS)
          await client.send(new DeleteObjectCommand(object), { abortSignal }).catch(() => {})
        }
        throw rejection
      }
      return { storedBytes: intake.storedBytes() }
    },
    async read(key) {
      const { Body } = await traced('GetObject', () =>
        client.send(new GetObjectCommand(objectOf(key))),
      ).catch(refuse)
      return getContents(Body as Readable)
    },
    async remove(key) {
      await traced('DeleteObject', () => client.send(new DeleteObjectCommand(objectOf(key)))).catch(refuse)
    },
    close: () => client.destroy(),
  }
}

async function* getContents(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk as Uint8Array
  } catch (error) {
    throw new FileStoreUnavailable(error)
  }
}

function refuse(error: unknown): never {
  // A bucket that is not there is a 404 too, and a mistake in the configuration.
  throw (error as Error).name === 'NoSuchKey' ? new FileMissing() : new FileStoreUnavailable(error)
}
