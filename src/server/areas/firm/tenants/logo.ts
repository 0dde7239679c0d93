/** The logo of a firm: checked as it arrives, stored encrypted like every file, and read for pages, papers and mails. */
import type { TenantLogo } from '../../../../contract/tenants.ts'
import { readToBuffer } from '../../../operation/upload.ts'
import type { RunQuery, Streamed, UploadHandler } from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createNotFoundRefusal,
  createUnavailableRefusal,
} from '../../../pipeline/refusal.ts'
import type { Statement } from '../../../platform/batch.ts'
import type { EncryptedFile } from '../../../platform/files/encrypted-files.ts'
import type { Logo } from '../../../platform/paper/pages.ts'
import { ScannerUnavailable, type VirusScanner } from '../../../platform/virus-scanner.ts'
import type { DocumentStorage, StoredUpload } from '../../documents/documents/index.ts'
import { type ImageSize, requireLogo } from './read-image.ts'

/** Reads the logo of a firm; null if it has none. */
export type LoadLogo = (runQuery: RunQuery, tenantId: string) => Promise<Logo | null>

type StoredLogo = StoredUpload['content'] & ImageSize

export interface FirmLogos {
  incoming: UploadHandler<StoredLogo>
  load: LoadLogo
  open(runQuery: RunQuery, tenantId: string, version: string | undefined): Promise<Streamed>
}

/** A year: the address of a logo contains its hash. */
const CACHED_BY_VERSION = 'private, max-age=31536000, immutable'

export function createFirmLogos({
  storage,
  scanner,
}: {
  storage: DocumentStorage
  /** Null if the service runs without a virus scanner. */
  scanner: VirusScanner | null
}): FirmLogos {
  /** At once, other than documents: the logo is shown to all users of the firm, and it is small. */
  async function refuseInfected(bytes: Buffer): Promise<void> {
    const found = await scanner?.scan(streamPieces(bytes)).catch((error: unknown) => {
      throw error instanceof ScannerUnavailable ? createUnavailableRefusal() : error
    })
    if (found?.verdict === 'INFECTED')
      throw createBusinessRuleRefusal('INFECTED', 'The virus scanner found malicious software in the file', {
        field: 'file',
      })
  }

  return {
    incoming: {
      async receive(upload) {
        const bytes = await readToBuffer(upload)
        const size = await requireLogo(bytes)
        await refuseInfected(bytes)
        return { ...(await storage.incoming.receive({ ...upload, source: streamPieces(bytes) })), ...size }
      },
      discard: async (received, call) => storage.incoming.discard?.(received, call),
    },
    async load(runQuery, tenantId) {
      const found = await findLogo(runQuery, tenantId)
      if (!found) return null
      // The storage has logged why a file cannot be read: a paper or a mail is better without its logo than not at all.
      const bytes = await storage
        .open(found.file)
        .then(collect)
        .catch(() => null)
      const { contentType, widthPixels, heightPixels } = found.logo
      return bytes && { bytes, contentType, widthPixels, heightPixels }
    },
    async open(runQuery, tenantId, version) {
      const found = await findLogo(runQuery, tenantId)
      if (!found) throw createNotFoundRefusal()
      const { contentType, sizeBytes, sha256 } = found.logo
      return {
        content: await storage.open(found.file),
        contentType,
        fileName: `logo.${contentType === 'image/png' ? 'png' : 'jpg'}`,
        sizeBytes,
        ...(version === sha256 && { cacheControl: CACHED_BY_VERSION }),
      }
    },
  }
}

const selectLogo = (tenantId: string): Statement => ({
  text: `select jsonb_build_object('logo', ${LOGO}, 'file', jsonb_build_object('key', r.logo_storage_key, 'wrappedKey', r.logo_sealed_key,
           'keyFingerprint', r.logo_key_fingerprint, 'sizeBytes', r.logo_size_bytes))::text
           from tenants r where r.id = $1 and r.logo_sha256 is not null`,
  values: [tenantId],
})

/** The field of the record: null if the firm has no logo. */
export const LOGO = `case when r.logo_sha256 is not null then jsonb_build_object('contentType', r.logo_content_type, 'widthPixels', r.logo_width_pixels,
  'heightPixels', r.logo_height_pixels, 'sizeBytes', r.logo_size_bytes, 'sha256', r.logo_sha256) end`

async function findLogo(
  runQuery: RunQuery,
  tenantId: string,
): Promise<{ logo: TenantLogo; file: EncryptedFile } | null> {
  const [rows] = await runQuery(selectLogo(tenantId))
  const text = rows?.[0]?.[0]
  return text ? JSON.parse(text) : null
}

async function* streamPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function collect(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  // A chunk is valid until the next one is read.
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return new Uint8Array(Buffer.concat(chunks))
}
