/** The parts of a supervisory pack. */
import type { DocumentRecord } from '../../../../contract/documents.ts'
import type { PackedFile } from '../../../platform/zip.ts'
import type { LeftOut } from './gaps.ts'

export interface Range {
  from?: string | undefined
  to?: string | undefined
}

/** A file and what the index says of it. */
export interface Listed extends PackedFile {
  says: string
}

interface PackedDocument {
  document: DocumentRecord
  path: string
}
export interface Documents {
  packed: PackedDocument[]
  leftOut: LeftOut[]
  /** Of members: about one person each, and not asked for. */
  ofMembers: number
  notScanned: number
}
